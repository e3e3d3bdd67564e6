// Command vmtoolsd stands in for the program of VMware Tools of that name on Windows: it keeps guestinfo variables in files beside itself,
// and answers as open-vm-tools do: 0 and the value, or 1 and the hypervisor's words on standard error.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The longest message from a guest to its hypervisor.
const longest = 64 << 10

func main() {
	program, err := os.Executable()
	if err != nil {
		fail(err.Error())
	}
	if len(os.Args) != 3 || os.Args[1] != "--cmd" {
		fail("vmtoolsd takes --cmd and one command")
	}
	folder := filepath.Dir(program)
	if words, err := os.ReadFile(filepath.Join(folder, "refusal")); err == nil {
		fail(strings.TrimSpace(string(words)))
	}
	if len(os.Args[2]) > longest {
		fail("Guest info size limit exceeded")
	}

	parts := strings.SplitN(os.Args[2], " ", 3)
	switch {
	case len(parts) == 3 && parts[0] == "info-set":
		if err := os.WriteFile(filepath.Join(folder, parts[1]), []byte(parts[2]), 0o644); err != nil {
			fail(err.Error())
		}
		fmt.Println()
	case len(parts) == 2 && parts[0] == "info-get":
		value, err := os.ReadFile(filepath.Join(folder, parts[1]))
		if err != nil || len(value) == 0 {
			fail("No value found")
		}
		fmt.Println(string(value))
	default:
		fail("Unknown command")
	}
}

func fail(words string) {
	fmt.Fprintln(os.Stderr, words)
	os.Exit(1)
}
