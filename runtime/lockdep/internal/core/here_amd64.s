//go:build gc && !purego

#include "textflag.h"

// func Here() (gp uintptr, id uint64, pc uintptr)
//
// The frame pointer is the caller's, since this function has no frame.
TEXT ·Here(SB), NOSPLIT|NOFRAME, $0-24
	MOVQ (TLS), AX
	MOVQ ·idOffset(SB), CX
	MOVQ AX, gp+0(FP)
	MOVQ (AX)(CX*1), DX
	MOVQ 8(BP), BX
	MOVQ DX, id+8(FP)
	MOVQ BX, pc+16(FP)
	RET

// func word(offset uintptr) uint64
TEXT ·word(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ (TLS), AX
	MOVQ offset+0(FP), CX
	MOVQ (AX)(CX*1), DX
	MOVQ DX, ret+8(FP)
	RET
