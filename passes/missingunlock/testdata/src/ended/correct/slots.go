package correct

import "context"

// The slots are known to this function and its workers only.

type listener struct {
	ctx    context.Context
	accept func(context.Context) (int, error)
	handle func(int)
	max    int
}

func (l *listener) serve() {
	sem := make(chan struct{}, l.max)
	for {
		select {
		case sem <- struct{}{}:
		case <-l.ctx.Done():
			return
		}
		c, err := l.accept(l.ctx)
		if err != nil {
			return
		}
		go func() {
			defer func() { <-sem }()
			l.handle(c)
		}()
	}
}
