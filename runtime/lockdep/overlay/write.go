package overlay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// Write puts the overlay below dir and returns the name of the file to give to
// go test -overlay.
//
// Each file is in a directory named after its content, so it is written once,
// serves every later run, and is shared by overlays that differ in the detector
// only. The go command's build cache goes by what the files contain, not where
// they are, so it is as good with a new dir. Any number of processes may write
// at the same time: a file appears complete or not at all. Write looks at what is
// in every file that is there, so one that was damaged is replaced. What no run
// has used for some weeks is removed. All of it may be removed at any time but
// during a build.
func (o *Overlay) Write(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	s := store{filepath.Join(dir, "overlay")}
	replace := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(o.files)) {
		replace[o.original(name)], _, err = s.put(path.Base(name), o.files[name])
		if err != nil {
			return "", err
		}
	}
	list, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", err
	}
	file, fresh, err := s.put("overlay.json", append(list, '\n'))
	if fresh {
		s.trim()
	}
	return file, err
}

// store is a directory of files by content.
type store struct{ dir string }

// The modification time of a directory in a store says when it was last used,
// to the day.
const (
	day  = 24 * time.Hour
	keep = 30 * day
)

// put makes sure that the file is there, and reports whether it was not.
func (s store) put(name string, content []byte) (file string, fresh bool, err error) {
	sum := sha256.Sum256(content)
	dir := filepath.Join(s.dir, hex.EncodeToString(sum[:10]))
	file = filepath.Join(dir, name)
	old, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(old, content) {
		return file, true, create(file, content)
	}
	if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > day {
		os.Chtimes(dir, time.Time{}, time.Now()) // if it fails, it is written again one day
	}
	return file, false, nil
}

// create writes a file under another name first.
func create(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	if _, err := f.Write(content); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	err = os.Rename(f.Name(), file)
	if err != nil {
		// Where a file that is being read cannot be replaced: another
		// process was faster, and a compiler reads what it wrote.
		if old, e := os.ReadFile(file); e == nil && bytes.Equal(old, content) {
			return nil
		}
	}
	return err
}

// trim removes what has not been used for long. What it cannot remove it leaves
// to the next time.
func (s store) trim() {
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keep {
			os.RemoveAll(filepath.Join(s.dir, e.Name()))
		}
	}
}
