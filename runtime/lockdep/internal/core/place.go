package core

// PackageOf is the import path in the full name of a function, as the runtime
// gives it: the linker escapes dots in the last element of the path.
func PackageOf(function string) string {
	slash := 0
	for i := 0; i < len(function); i++ {
		switch function[i] {
		case '/':
			slash = i
		case '[', '(': // type arguments and receivers have paths of their own
			return beforeDot(function[:i], slash)
		}
	}
	return beforeDot(function, slash)
}

func beforeDot(name string, from int) string {
	for i := from; i < len(name); i++ {
		if name[i] == '.' {
			return unescape(name[:i])
		}
	}
	return unescape(name)
}

// unescape undoes %xx.
func unescape(path string) string {
	var out []byte
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			hi, lo := hexDigit(path[i+1]), hexDigit(path[i+2])
			if hi >= 0 && lo >= 0 {
				out = append(out, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		out = append(out, path[i])
	}
	return string(out)
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}
