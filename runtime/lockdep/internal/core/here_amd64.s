//go:build gc && !purego

#include "textflag.h"

// func Here() (rec *Goroutine, pc uintptr)
//
// The frame pointer is the caller's, since this function has no frame. The
// layout of registry and slot is that of host.go; a test holds it.
TEXT ·Here(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ (TLS), AX
	MOVQ ·known(SB), SI
	MOVQ AX, BX
	SHRQ $6, BX
	MOVQ 8(BP), R9
	ANDQ 0(SI), BX
	MOVQ 8(SI), DI
	LEAQ (BX)(BX*2), BX
	MOVQ ·idOffset(SB), CX
	MOVQ R9, pc+8(FP)
	LEAQ (DI)(BX*8), DI
	CMPQ AX, 0(DI)
	JNE  other
	MOVQ (AX)(CX*1), CX
	CMPQ CX, 8(DI)
	JNE  other
	MOVQ 16(DI), DI
	MOVQ DI, rec+0(FP)
	RET
other:
	MOVQ $0, rec+0(FP)
	RET

// func word(offset uintptr) uint64
TEXT ·word(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ (TLS), AX
	MOVQ offset+0(FP), CX
	MOVQ (AX)(CX*1), DX
	MOVQ DX, ret+8(FP)
	RET

// func self() uintptr
TEXT ·self(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET

// func Above() (pc uintptr)
TEXT ·Above(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ 0(BP), AX
	MOVQ 8(AX), AX
	MOVQ AX, pc+0(FP)
	RET
