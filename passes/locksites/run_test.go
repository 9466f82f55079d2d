package locksites_test

import (
	"encoding/json"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/passes/locksites"
)

var lockMethod = regexp.MustCompile(`(?m)^func \(\w+ \*(Mutex|RWMutex)\) (Try)?R?Lock\(\).*\{$`)

// hookedSync writes an overlay in which the methods of Mutex and RWMutex call
// sync.LockHook first, and returns its name. Lines keep their numbers.
func hookedSync(t *testing.T) string {
	dir := t.TempDir()
	replace := make(map[string]string)
	for _, name := range []string{"mutex.go", "rwmutex.go"} {
		file := filepath.Join(build.Default.GOROOT, "src", "sync", name)
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src = lockMethod.ReplaceAll(src, []byte("$0 if LockHook != nil { LockHook() }"))
		if name == "mutex.go" {
			src = append(src, "\nvar LockHook func()\n"...)
		}
		replace[file] = filepath.Join(dir, name)
		if err := os.WriteFile(replace[file], src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestRun compares the table with the frames that the run time reports.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds much of the standard library")
	}
	dir := filepath.Join("testdata", "run")
	text := string(tableOf(load(t, dir, ".")).AppendText(nil))
	overlay := hookedSync(t)
	for _, flags := range [][]string{nil, {"-gcflags=-N -l"}, {"-trimpath"}} {
		cmd := exec.Command("go", append(append([]string{"run", "-overlay", overlay}, flags...), ".")...)
		cmd.Dir = dir
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v", cmd.Args, err)
		}
		n := 0
		for line := range strings.Lines(string(out)) {
			class, frames, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if got, trail := classAtRunTime(text, strings.Split(frames, "\t")); got != class {
				t.Errorf("flags %v: got %q, want %s, for\n\t%s", flags, got, class, strings.Join(trail, "\n\t"))
			}
			n++
		}
		if n < 40 {
			t.Errorf("flags %v: %d acquisitions, want more", flags, n)
		}
	}
}

// classAtRunTime finds the class of an acquisition the way that the text form
// describes. Each frame is a function, a file and a line.
func classAtRunTime(text string, frames []string) (class string, trail []string) {
	callee := ""
	for ; len(frames) >= 3; frames = frames[3:] {
		function, file := frames[0], frames[1]
		if strings.HasPrefix(function, "sync.(*Mutex).") || strings.HasPrefix(function, "sync.(*RWMutex).") {
			continue
		}
		line, err := strconv.Atoi(frames[2])
		if err != nil {
			return err.Error(), trail
		}
		site := locksites.FrameSite(function, file, line)
		value, ok := locksites.Lookup(text, strings.TrimSpace(site+" "+callee))
		if !ok {
			if pkg, known := locksites.Lookup(text, locksites.FileKey(file)); known {
				site = pkg + site[strings.LastIndexByte(site, '/'):]
				value, ok = locksites.Lookup(text, strings.TrimSpace(site+" "+callee))
			}
		}
		trail = append(trail, site+" "+value)
		if !ok || value != locksites.TextCaller {
			return value, trail
		}
		callee = site
	}
	return "", trail
}
