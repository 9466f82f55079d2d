package lockflow

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// An implicitFunc is a function that calls methods of its arguments which do
// not appear in the source: fmt calls Error or String, encoding/json calls
// MarshalJSON.
type implicitFunc struct {
	param  int // the variadic or only parameter whose values are looked at
	format int // the format string, -1 if none
	set    string
}

// implicitMethods lists the methods of each set, in the order of preference.
var implicitMethods = map[string][]string{
	"fmt":  {"Error", "String"},
	"json": {"MarshalJSON", "MarshalText"},
}

var implicitFuncs = map[string]implicitFunc{
	"fmt.Print": {0, -1, "fmt"}, "fmt.Println": {0, -1, "fmt"}, "fmt.Printf": {1, 0, "fmt"},
	"fmt.Sprint": {0, -1, "fmt"}, "fmt.Sprintln": {0, -1, "fmt"}, "fmt.Sprintf": {1, 0, "fmt"},
	"fmt.Fprint": {1, -1, "fmt"}, "fmt.Fprintln": {1, -1, "fmt"}, "fmt.Fprintf": {2, 1, "fmt"},
	"fmt.Append": {1, -1, "fmt"}, "fmt.Appendln": {1, -1, "fmt"}, "fmt.Appendf": {2, 1, "fmt"},
	"fmt.Errorf":            {1, 0, "fmt"},
	"encoding/json.Marshal": {0, -1, "json"}, "encoding/json.MarshalIndent": {0, -1, "json"},
	"encoding/json.Encoder.Encode": {1, -1, "json"},
}

func (f *flow) implicitCall(in *invocation) *implicitFunc {
	if in.ref.obj == nil || in.ref.obj.Pkg() == nil {
		return nil
	}
	switch in.ref.obj.Pkg().Path() {
	case "fmt", "encoding/json":
		if imp, ok := implicitFuncs[lockclass.FuncKey(in.ref.obj)]; ok {
			return &imp
		}
	}
	return nil
}

// implicit runs the methods that a formatting function calls.
func (f *flow) implicit(in *invocation, imp *implicitFunc, s *state) []*state {
	arg := in.argument(imp.param)
	if arg == nil {
		return one(s)
	}
	if p := f.loc(in.fr, arg); p.kind == rootParam && f.implicitMethod(in.fr, arg, imp.set) == nil {
		f.pending(in.fr, in.instr, s, &target{kind: targetImplicit, path: p, method: imp.set})
		return one(s)
	}
	values := elements(arg)
	if imp.set == "json" {
		values = []ssa.Value{arg}
	}
	var verbs []byte
	if imp.format >= 0 {
		verbs = verbsOf(in.argument(imp.format))
	}
	states := []*state{s}
	for i, v := range values {
		if i < len(verbs) && !strings.ContainsRune(formatting, rune(verbs[i])) {
			continue
		}
		if ref := f.implicitMethod(in.fr, v, imp.set); ref != nil {
			states = f.callback(in, ref, states, nil, nil, nil)
		}
	}
	return states
}

// formatting are the verbs that ask for String or Error.
const formatting = "vsqxX"

func verbsOf(format ssa.Value) []byte {
	if c, ok := format.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return formatVerbs(constant.StringVal(c.Value))
	}
	return nil
}

// formatBefore returns the verbs of a format that a call passes before the
// values to format, nil if it passes none.
func formatBefore(in *invocation, values int) []byte {
	if values == 0 {
		return nil
	}
	return verbsOf(in.argument(values - 1))
}

// formatted returns the methods that formatting the values of a variadic
// argument calls.
func (f *flow) formatted(fr *frame, arg ssa.Value, set string, verbs []byte) []*funcRef {
	values := elements(arg)
	if set == "json" {
		values = []ssa.Value{arg}
	}
	var refs []*funcRef
	for i, v := range values {
		if i < len(verbs) && !strings.ContainsRune(formatting, rune(verbs[i])) {
			continue
		}
		if ref := f.implicitMethod(fr, v, set); ref != nil {
			refs = append(refs, ref)
		}
	}
	return refs
}

func (f *flow) implicitMethod(fr *frame, v ssa.Value, set string) *funcRef {
	x, t := concrete(v)
	if t == nil || types.IsInterface(t) {
		return nil
	}
	for _, name := range implicitMethods[set] {
		if ref := f.methodOf(fr, x, name); ref != nil && ref.obj.Signature().Params().Len() == 0 {
			return ref
		}
	}
	return nil
}

// formatVerbs returns the verb for each operand of a format, as far as the
// operands are taken in order; 'v' stands for what cannot be told.
func formatVerbs(format string) []byte {
	var verbs []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.*", format[i]) >= 0; i++ {
			if format[i] == '*' {
				verbs = append(verbs, 'd')
			}
		}
		if i >= len(format) {
			break
		}
		switch format[i] {
		case '%':
		case '[': // explicit index: give up on the rest
			return nil
		default:
			verbs = append(verbs, format[i])
		}
	}
	return verbs
}
