package main

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
)

// replaceFile writes a file in one step: whoever reads it finds all of it, or what
// was there before.
func replaceFile(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails once it is renamed
	err = cmp.Or(file.Chmod(0o644), write(file))
	if err := cmp.Or(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
