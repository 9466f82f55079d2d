//go:build gc && !purego

#include "textflag.h"

// func G() uintptr
TEXT ·G(SB), NOSPLIT, $0-8
	MOVD g, ret+0(FP)
	RET

// func Above() (pc uintptr)
TEXT ·Above(SB), NOSPLIT|NOFRAME, $0-8
	MOVD 0(R29), R1
	MOVD 8(R1), R1
	MOVD R1, pc+0(FP)
	RET
