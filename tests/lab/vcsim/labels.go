package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
)

// expected is what a scan without history and without guest results must find. Empty means not applicable.
type expected struct {
	Placement  string   `json:"placement"`
	HomeHost   string   `json:"homeHost,omitempty"`
	HomeHz     int64    `json:"homeHz,omitempty"` // of the days and year scenarios
	Slow       bool     `json:"slow,omitempty"`   // of the year scenario: its guest's reads of the TSC are intercepted
	HomeSource string   `json:"homeSource,omitempty"`
	Comparison string   `json:"comparison,omitempty"`
	Because    string   `json:"because,omitempty"`
	Findings   []string `json:"findings,omitempty"`
}

// label says what is expected of one virtual machine.
type label struct {
	Name    string `json:"name"`              // as on the wire
	Decoded string `json:"decoded,omitempty"` // as typed, where it differs
	ID      string `json:"id"`
	UUID    string `json:"uuid"`
	Cluster string `json:"cluster"`
	Host    string `json:"host"`
	expected
	lived
}

func home(on *host, comparison string) expected {
	return expected{Placement: "home", HomeHost: on.Name, HomeSource: "event", Comparison: comparison}
}

func away(from *host, comparison string) expected {
	return expected{Placement: "away", HomeHost: from.Name, HomeSource: "event", Comparison: comparison, Findings: []string{"away"}}
}

func unknown(because string) expected {
	return expected{Placement: "unknown", Because: because, Findings: []string{"homeUnknown"}}
}

func off() expected { return expected{Placement: "off"} }

func (e expected) finding(names ...string) expected {
	e.Findings = append(append([]string{}, e.Findings...), names...)
	return e
}

func without(names []string, name string) []string {
	var left []string
	for _, each := range names {
		if each != name {
			left = append(left, each)
		}
	}
	return left
}

func (e expected) because(why string) expected {
	e.Because = why
	return e
}

func writeLabels(path string, labels []label) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(labels); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

// wireName is a name as vCenter stores and sends it.
func wireName(typed string) string {
	return strings.NewReplacer("%", "%25", "/", "%2f", "\\", "%5c").Replace(typed)
}
