package overlay

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Root returns the name by which the toolchain in goroot can have an overlay.
//
// That is goroot itself, unless it is in the module cache, as for a toolchain
// that the go command has downloaded (GOTOOLCHAIN). The go command refuses
// overlays there. A symbolic link below dir then gives the same files another
// name, and the caller runs bin/go there with GOROOT set to it.
func Root(goroot, modcache, dir string) (string, error) {
	rel, err := filepath.Rel(modcache, goroot)
	if modcache == "" || err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return goroot, nil
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	link := filepath.Join(dir, "goroot", filepath.Base(goroot))
	if err := symlink(goroot, link); err != nil {
		return "", fmt.Errorf("Go takes no overlay for a toolchain in the module cache, and it cannot be linked elsewhere: %w", err)
	}
	return link, nil
}

// symlink makes sure that link leads to target. It replaces what is there in
// one step, since other processes may be using it.
func symlink(target, link string) error {
	if old, err := os.Readlink(link); err == nil && old == target {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(link), "tmp")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	fresh := filepath.Join(tmp, filepath.Base(link))
	if err := os.Symlink(target, fresh); err != nil {
		return err
	}
	return os.Rename(fresh, link)
}
