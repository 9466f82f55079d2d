package docs

import (
	"strings"
	"testing"
)

const source = `// Copyright notice.

// Package some defines two analyzers.
//
// # Analyzer some
//
// some: report something
//
// The manual.
//
//	code {
//		indented
//	}
//
// # Flags
//
//	-some.flag
package some
`

func TestText(t *testing.T) {
	want := "report something\n\nThe manual.\n\n\tcode {\n\t\tindented\n\t}\n\n# Flags\n\n\t-some.flag"
	if got := Text(source, "some"); got != want {
		t.Errorf("Text = %q, want %q", got, want)
	}
}

func TestTextPanics(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"no package clause", "// # Analyzer some\n//\n// some: report\n", "no package clause"},
		{"no heading", "// Package some\n//\n// some: report\npackage some\n", `no heading "# Analyzer some"`},
		{"another heading", "// # Analyzer somewhat\n//\n// some: report\npackage some\n", "no heading"},
		{"no summary", "// # Analyzer some\n//\n// Report something.\npackage some\n", "does not begin with its name"},
		{"empty", "", "no package clause"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				got, _ := recover().(string)
				if !strings.Contains(got, test.want) {
					t.Errorf("panic %q, want one with %q", got, test.want)
				}
			}()
			Text(test.source, "some")
		})
	}
}
