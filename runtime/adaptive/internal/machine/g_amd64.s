//go:build gc && !purego

#include "textflag.h"

// func G() uintptr
TEXT ·G(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET

// func Above() (pc uintptr)
TEXT ·Above(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ 0(BP), AX
	MOVQ 8(AX), AX
	MOVQ AX, pc+0(FP)
	RET
