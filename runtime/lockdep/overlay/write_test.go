package overlay

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestWrite writes the same overlay several times, at once and with damage in
// between.
func TestWrite(t *testing.T) {
	o := mustMake(t, installed(t))
	dir := t.TempDir()
	var wg sync.WaitGroup
	lists := make([]string, 4)
	for i := range lists {
		wg.Go(func() {
			list, err := o.Write(dir)
			if err != nil {
				t.Error(err)
			}
			lists[i] = list
		})
	}
	wg.Wait()
	for _, list := range lists {
		if list != lists[0] {
			t.Errorf("written to %s and to %s", lists[0], list)
		}
	}
	replace := checkWritten(t, o, dir, lists[0])

	mutex, proc := replace[o.original("sync/mutex.go")], replace[o.original("runtime/proc.go")]
	if err := os.Remove(mutex); err != nil {
		t.Fatal(err)
	}
	checkWritten(t, o, dir, lists[0])
	if err := os.WriteFile(proc, []byte("package runtime\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	checkWritten(t, o, dir, lists[0])
	if err := os.WriteFile(lists[0], nil, 0o666); err != nil {
		t.Fatal(err)
	}
	checkWritten(t, o, dir, lists[0])

	info, err := os.Stat(proc)
	if err != nil {
		t.Fatal(err)
	}
	checkWritten(t, o, dir, lists[0])
	if again, err := os.Stat(proc); err != nil || !os.SameFile(info, again) {
		t.Error("what is right was written again")
	}
}

// checkWritten writes the overlay, expects the list of files to be at list, and
// compares what is on disk with the overlay. It returns the list.
func checkWritten(t *testing.T, o *Overlay, dir, list string) map[string]string {
	t.Helper()
	file, err := o.Write(dir)
	if err != nil || file != list {
		t.Fatalf("written to %s, want %s, %v", file, list, err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &overlay); err != nil {
		t.Fatal(err)
	}
	if len(overlay.Replace) != len(o.files) {
		t.Errorf("%d files listed, want %d", len(overlay.Replace), len(o.files))
	}
	for name, want := range o.files {
		got, err := os.ReadFile(overlay.Replace[o.original(name)])
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: not as it should be, %v", name, err)
		}
	}
	return overlay.Replace
}

// TestTrim lets time go by between overlays that differ in the detector.
func TestTrim(t *testing.T) {
	tc := installed(t)
	dir := t.TempDir()
	write := func(text string) (list, own, shared string) {
		o, err := Make(tc.goroot, map[string][]byte{"d.go": []byte("package d\n\n// " + text + "\n")})
		if err != nil {
			t.Fatal(err)
		}
		if list, err = o.Write(dir); err != nil {
			t.Fatal(err)
		}
		replace := checkWritten(t, o, dir, list)
		return list, replace[o.original(testdepsDir+"/d.go")], replace[o.original("runtime/proc.go")]
	}
	list, own, shared := write("first")
	for _, file := range []string{list, own, shared} {
		old := time.Now().Add(-keep - day)
		if err := os.Chtimes(filepath.Dir(file), old, old); err != nil {
			t.Fatal(err)
		}
	}
	list2, own2, shared2 := write("second")
	if list == list2 || own == own2 || shared != shared2 {
		t.Errorf("two overlays have %s %s %s and %s %s %s", list, own, shared, list2, own2, shared2)
	}
	for file, want := range map[string]bool{list: false, own: false, list2: true, own2: true, shared: true} {
		if _, err := os.Stat(file); (err == nil) != want {
			t.Errorf("%s is there: %t, want %t", file, err == nil, want)
		}
	}
	write("first")
}

func TestWriteFails(t *testing.T) {
	o := mustMake(t, installed(t))
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if path, err := o.Write(file); err == nil {
		t.Errorf("written to %s below a file", path)
	}
}

// TestRoot gives a toolchain in a module cache another name.
func TestRoot(t *testing.T) {
	dir := t.TempDir()
	modcache := filepath.Join(dir, "mod")
	inside := filepath.Join(modcache, "golang.org", "toolchain@v0.0.1-go1.26.0")
	for _, d := range []string{inside, inside + "-moved"} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, outside := range []string{filepath.Join(dir, "go"), modcache + "2", dir} {
		if got, err := Root(outside, modcache, dir); got != outside || err != nil {
			t.Errorf("%s becomes %s, %v", outside, got, err)
		}
	}
	if got, err := Root(inside, "", dir); got != inside || err != nil {
		t.Errorf("without a module cache: %s, %v", got, err)
	}
	cache := filepath.Join(dir, "cache")
	link, err := Root(inside, modcache, cache)
	if err != nil {
		t.Skip(err) // no symbolic links for everyone
	}
	again, err := Root(inside, modcache, cache)
	if again != link || err != nil {
		t.Errorf("second time %s, %v", again, err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(inside+"-moved", link); err != nil {
		t.Fatal(err)
	}
	if _, err := Root(inside, modcache, cache); err != nil {
		t.Fatal(err)
	}
	if to, err := filepath.EvalSymlinks(link); err != nil || filepath.Base(to) != filepath.Base(inside) {
		t.Errorf("the link leads to %s, %v", to, err)
	}
}
