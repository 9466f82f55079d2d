//go:build gc && !purego

#include "textflag.h"

// func Here() (rec *Goroutine, pc uintptr)
//
// The frame pointer is the caller's, since this function has no frame. The
// layout of registry and slot is that of host.go; a test holds it.
TEXT ·Here(SB), NOSPLIT|NOFRAME, $0-16
	MOVD ·known(SB), R1
	MOVD 8(R29), R9
	LSR  $6, g, R2
	LDP  0(R1), (R3, R4) // mask, slots
	AND  R3, R2
	ADD  R2<<1, R2
	ADD  R2<<3, R4, R4
	MOVD ·idOffset(SB), R5
	LDP  0(R4), (R6, R7) // g, id
	MOVD R9, pc+8(FP)
	CMP  R6, g
	BNE  other
	MOVD (g)(R5), R8
	CMP  R8, R7
	BNE  other
	MOVD 16(R4), R6
	MOVD R6, rec+0(FP)
	RET
other:
	MOVD ZR, rec+0(FP)
	RET

// func word(offset uintptr) uint64
TEXT ·word(SB), NOSPLIT|NOFRAME, $0-16
	MOVD offset+0(FP), R1
	MOVD (g)(R1), R2
	MOVD R2, ret+8(FP)
	RET

// func self() uintptr
TEXT ·self(SB), NOSPLIT|NOFRAME, $0-8
	MOVD g, ret+0(FP)
	RET

// func Above() (pc uintptr)
TEXT ·Above(SB), NOSPLIT|NOFRAME, $0-8
	MOVD 0(R29), R1
	MOVD 8(R1), R1
	MOVD R1, pc+0(FP)
	RET
