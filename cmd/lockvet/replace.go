package main

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file in one step: whoever reads it finds all of it, or what
// was there before. It keeps the permissions of that, and follows symbolic links. A
// device or a pipe is written to.
func replaceFile(path string, write func(io.Writer) error) error {
	mode := fs.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		info, err := os.Stat(real)
		switch {
		case err != nil:
			return err
		case info.IsDir():
			return fmt.Errorf("%s is a directory", path)
		case !info.Mode().IsRegular():
			return writeTo(path, write)
		}
		path, mode = real, info.Mode().Perm()
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	defer os.Remove(file.Name()) // fails once it is renamed
	err = cmp.Or(file.Chmod(mode), write(file))
	if err := cmp.Or(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

func writeTo(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return cmp.Or(write(file), file.Close())
}

// cause leaves out of an error which file it is about: one that the user does not
// know.
func cause(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	return err
}
