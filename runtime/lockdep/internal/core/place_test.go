package core

import "testing"

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"main.main":                                  "main",
		"net/http.(*Server).Serve":                   "net/http",
		"example.com/a/b.F.func1":                    "example.com/a/b",
		"gopkg.in/yaml%2ev3.Marshal":                 "gopkg.in/yaml.v3",
		"p.(*T[...]).M":                              "p",
		"example.com/p.F[go.shape.*example.com/q.T]": "example.com/p",
		"example.com/p_test.TestF":                   "example.com/p_test",
		"":                                           "",
	} {
		if got := PackageOf(name); got != want {
			t.Errorf("PackageOf(%q) = %q, want %q", name, got, want)
		}
	}
}
