//go:build gc && !purego

#include "textflag.h"

// func noteOwner(p *uintptr)
//
// The comparison keeps the cache line clean for an owner that comes back.
TEXT ·noteOwner(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	MOVD (R0), R1
	CMP  g, R1
	BEQ  same
	STLR g, (R0)
same:
	RET
