package lockflow

import "encoding/binary"

func (e *rawEdge) key() string {
	b := make([]byte, 0, 64)
	num := func(i int) { b = binary.AppendVarint(b, int64(i)) }
	num(int(e.from.id))
	if e.to != nil {
		num(int(e.to.id))
	} else {
		b = append(b, e.target.key...)
	}
	num(int(e.fromMode)<<8 | int(e.toMode)<<4 | int(e.kind))
	if e.retries {
		num(1)
	}
	if e.ordered {
		num(-1)
	}
	b = append(append(b, e.site.String()...), e.report.String()...)
	for _, g := range e.gates {
		num(int(g.path.id))
		num(int(g.mode))
	}
	return string(b)
}

func (o *op) key() string {
	b := make([]byte, 0, 64)
	num := func(i int) { b = binary.AppendVarint(b, int64(i)) }
	if o.path != nil {
		num(int(o.path.id))
	}
	num(int(o.mode)<<4 | int(o.how))
	if o.nested {
		num(-1)
	}
	if o.target != nil {
		num(int(o.target.kind))
		b = append(append(b, o.target.key...), o.target.method...)
		if o.target.path != nil {
			num(int(o.target.path.id))
		}
	}
	if o.retries {
		num(1)
	}
	return string(b)
}

func (x *exit) key() string {
	b := make([]byte, 0, 32)
	num := func(i int) { b = binary.AppendVarint(b, int64(i)) }
	for _, h := range x.held {
		num(int(h.path.id))
		num(int(h.mode))
	}
	num(-1)
	for _, r := range x.released {
		num(int(r.path.id))
		num(int(r.mode))
	}
	if x.panics {
		num(-2)
	}
	if x.unsure {
		num(-3)
	}
	return string(b)
}
