package main

import (
	"fmt"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

const (
	eventsKept  = 30 * day
	replacedDay = 14 // on which esx22 comes back with another processor
)

// story is a vCenter on one day of several weeks. A day is scanned at its end: what has the day's number has happened.
type story struct {
	*center
	day            int
	dc             datacenter
	cluster        *simulator.ClusterComputeResource
	slow1, slow2   *host // 2,394 MHz
	fast1, fast2   *host // 2,593.9 MHz; fast2 is of the slow ones since replacedDay
	fastHz, slowHz int64
	number         int
}

// life is a machine's. Its first happening is a power-on; the days of its happenings count from the story's first.
type life struct {
	name       string
	happenings []dated
	absent     [2]int // from the first of these days until before the second it is not in the inventory
	expect     []onward
}

type dated struct {
	day  int
	what string // on, off, move, revert
	host *host
}

// onward is what a scan finds from a day on, if there were scans on the days that README.md names.
type onward struct {
	day int
	expected
}

func buildDays(c *center, today int) {
	s := &story{center: c, day: today, dc: c.datacenter("dc"), slowHz: 2394000000, fastHz: 2593905000}
	s.cluster = c.cluster(s.dc.hosts, clusterSpec{name: "prod", drs: types.DrsBehaviorFullyAutomated})
	host := func(name string, hz int64, cpu processor) *host {
		return c.clusterHost(s.dc, s.cluster, hostSpec{name: name, hz: hz, cpu: cpu})
	}
	s.slow1 = host("esx11.lab.example", s.slowHz, e52630v3)
	s.slow2 = host("esx12.lab.example", s.slowHz+500, e52630v3)
	s.fast1 = host("esx21.lab.example", s.fastHz, e52660v3)
	if today < replacedDay {
		s.fast2 = host("esx22.lab.example", s.fastHz, e52660v3)
	} else {
		s.fast2 = c.clusterHost(s.dc, s.cluster, hostSpec{
			name: "esx22.lab.example", hz: s.slowHz, cpu: e52630v3, up: time.Duration(today-replacedDay)*day + 2*time.Hour,
		})
	}
	for _, l := range s.lives() {
		s.live(l)
	}
	s.expire()
}

// live puts the machine as it is today into the inventory, with all that has happened to it.
func (s *story) live(l life) {
	s.number++
	absent := l.absent[1] > 0 && s.day >= l.absent[0] && s.day < l.absent[1]
	spec := machineSpec{name: l.name, id: fmt.Sprintf("vm-%d", 1000+s.number), power: types.VirtualMachinePowerStatePoweredOn}
	var happened []happening
	for _, d := range l.happenings {
		if d.day > s.day {
			break
		}
		ago := time.Duration(s.day-d.day)*day + time.Hour
		switch d.what {
		case "on":
			happened = append(happened, poweredOn(ago, d.host))
			spec.up, spec.power = ago, types.VirtualMachinePowerStatePoweredOn
		case "off":
			happened = append(happened, poweredOff(ago, d.host))
			spec.up, spec.power = 0, types.VirtualMachinePowerStatePoweredOff
		case "move":
			happened = append(happened, drsMigrated(ago, spec.host, d.host))
		case "revert":
			happened = append(happened, task(ago, d.host, "VirtualMachine.revertToSnapshot"))
		}
		spec.host = d.host
	}
	if absent || spec.host == nil {
		return
	}
	m := s.machine(spec)
	s.record(m, happened...)
	found := expected{}
	for _, e := range l.expect {
		if e.day <= s.day {
			found = e.expected
		}
	}
	s.labels = append(s.labels, label{
		Name: spec.name, ID: m.vm.Self.Value, UUID: m.spec.uuid, Cluster: spec.host.cluster, Host: spec.host.Name, expected: found,
	})
}

// expire forgets what vCenter keeps no longer.
func (s *story) expire() {
	var kept []types.BaseEvent
	for _, event := range s.events {
		if event.GetEvent().CreatedTime.After(s.ago(eventsKept)) {
			kept = append(kept, event)
		}
	}
	s.events = kept
}
