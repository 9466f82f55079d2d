//go:build gc && !purego

#include "textflag.h"

// func Here() (gp uintptr, id uint64, pc uintptr)
//
// The frame pointer is the caller's, since this function has no frame.
TEXT ·Here(SB), NOSPLIT|NOFRAME, $0-24
	MOVD ·idOffset(SB), R1
	MOVD (g)(R1), R2
	MOVD 8(R29), R3
	MOVD g, gp+0(FP)
	MOVD R2, id+8(FP)
	MOVD R3, pc+16(FP)
	RET

// func word(offset uintptr) uint64
TEXT ·word(SB), NOSPLIT|NOFRAME, $0-16
	MOVD offset+0(FP), R1
	MOVD (g)(R1), R2
	MOVD R2, ret+8(FP)
	RET
