//go:build gc && !purego

#include "textflag.h"

// func noteOwner(p *uintptr)
//
// A store is a release on this architecture, and unlike the XCHG that the
// compiler makes of an atomic store it costs next to nothing. The comparison
// keeps the cache line clean for an owner that comes back.
TEXT ·noteOwner(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ p+0(FP), CX
	CMPQ AX, (CX)
	JEQ  same
	MOVQ AX, (CX)
same:
	RET
