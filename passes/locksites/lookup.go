package locksites

// This file is to be copied to where the text form is read: inside a detector,
// where nothing can be imported and the race detector must not look. So there are
// no maps here, no append and no conversions, only loops over strings and the
// caller's buffer.

// lookup returns what a table in text form says of a key; see Table.AppendText.
//
//go:norace
func lookup(table, key string) (value string, ok bool) {
	lo, hi := 0, len(table) // where a line with the key may begin
	for lo < hi {
		start := int(uint(lo+hi) >> 1)
		for start > lo && table[start-1] != '\n' {
			start--
		}
		i, n := start, 0
		for n < len(key) && i < len(table) && table[i] == key[n] {
			i++
			n++
		}
		want := byte('\t')
		if n < len(key) {
			want = key[n]
		}
		if n == len(key) && i < len(table) && table[i] == want {
			i++
			end := i
			for end < len(table) && table[end] != '\n' {
				end++
			}
			return table[i:end], true
		}
		if i < len(table) && table[i] > want {
			hi = start
			continue
		}
		for i < len(table) && table[i] != '\n' {
			i++
		}
		lo = i + 1
	}
	return "", false
}

// putSite writes the site of a frame into buf, given what runtime.Frame says of
// it: import path, base name and line. It returns the length, 0 if the site does
// not fit or the function has no package.
//
//go:norace
func putSite(buf []byte, function, file string, line int) int {
	n := putPackage(buf, function)
	base := len(file)
	for base > 0 && file[base-1] != '/' {
		base--
	}
	digits := 1
	for k := line; k >= 10; k /= 10 {
		digits++
	}
	if n == 0 || line < 0 || n+1+len(file)-base+1+digits > len(buf) {
		return 0
	}
	buf[n] = '/'
	n++
	for ; base < len(file); base++ {
		buf[n] = file[base]
		n++
	}
	buf[n] = ':'
	for i := digits; i > 0; i-- {
		buf[n+i] = byte('0' + line%10)
		line /= 10
	}
	return n + 1 + digits
}

// putPackage writes the import path of a function's package into buf: the
// function's name up to the first dot behind the last slash. Dots in the last
// element of the path, and what is no letter, are escaped there.
//
//go:norace
func putPackage(buf []byte, function string) int {
	end, slash := 0, 0
	for end < len(function) && function[end] != '[' && function[end] != '(' {
		if function[end] == '/' {
			slash = end
		}
		end++
	}
	for slash < end && function[slash] != '.' {
		slash++
	}
	if slash == end {
		return 0
	}
	n := 0
	for i := 0; i < slash; i++ {
		if n == len(buf) {
			return 0
		}
		buf[n] = function[i]
		if function[i] == '%' && i+2 < slash {
			buf[n] = unhex(function[i+1])<<4 | unhex(function[i+2])
			i += 2
		}
		n++
	}
	return n
}

// putFile writes the key into buf under which a table has the package of a file:
// "~", the name of its directory, and its base name. It returns the length, 0 if
// it does not fit.
//
//go:norace
func putFile(buf []byte, file string) int {
	start, slashes := len(file), 0
	for start > 0 {
		if file[start-1] == '/' {
			slashes++
			if slashes == 2 {
				break
			}
		}
		start--
	}
	if 1+len(file)-start > len(buf) {
		return 0
	}
	buf[0] = '~'
	n := 1
	for ; start < len(file); start++ {
		buf[n] = file[start]
		n++
	}
	return n
}

//go:norace
func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}
