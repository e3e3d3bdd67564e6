package main

import (
	"fmt"
	"sort"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// lived is the truth of a machine of the year scenario, beside what is expected of it.
type lived struct {
	PresentHz   int64      `json:"presentHz,omitempty"`
	PoweredOnAt *time.Time `json:"poweredOnAt,omitempty"`
	Since       *time.Time `json:"since,omitempty"`     // at the present frequency
	Stretches   []stretch  `json:"stretches,omitempty"` // of frequency, since it was powered on
	ResetHz     int64      `json:"resetHz,omitempty"`   // the home if a reset is a power-on; not there if that is the same class
	Flags       []string   `json:"flags,omitempty"`     // what happened to the present power-on, and how the machine is
}

type stretch struct {
	From time.Time  `json:"from"`
	To   *time.Time `json:"to,omitempty"`
	Hz   int64      `json:"hz"`
}

func machineName(n int) string { return fmt.Sprintf("vm-%05d", n+1) }

// buildYear serves the fleet as it is on a day: 0 is the year's last, -7 that of a week before.
func buildYear(c *center, seed int64, vms, arrivals, served int) {
	y := newYear(c, seed, vms, arrivals, served)
	y.run()

	dc := c.datacenter("dc")
	inventory := map[*yearCluster]*simulator.ClusterComputeResource{}
	folders := map[*yearCluster]*simulator.Folder{}
	for _, cluster := range y.clusters {
		inventory[cluster] = c.cluster(dc.hosts, clusterSpec{name: cluster.name, drs: types.DrsBehaviorFullyAutomated})
		folders[cluster] = c.folder(dc.machines, cluster.name)
	}
	for _, h := range y.hosts {
		if h.cluster.into != nil && len(h.cluster.hosts) > 0 && inventory[h.cluster] == nil {
			inventory[h.cluster] = c.cluster(dc.hosts, clusterSpec{name: h.cluster.name, drs: types.DrsBehaviorFullyAutomated})
		}
		y.serveHost(dc, inventory[h.cluster], h)
	}
	outside := &simulator.HostSystem{}
	outside.Self = types.ManagedObjectReference{Type: "HostSystem", Value: "host-999"}
	outside.Name = "esx-other.lab.example"
	y.other.served = &host{outside, nil, dc, "", false}
	for _, m := range y.machines {
		if m.host != nil {
			y.serveMachine(m, folders[y.clusters[(m.number-1)%len(y.clusters)]])
		}
	}
	c.lives = y
}

// serveHost puts a host into the inventory; of one that was removed only events speak.
func (y *year) serveHost(dc datacenter, cluster *simulator.ClusterComputeResource, h *yearHost) {
	made := generations[h.generation]
	spec := hostSpec{
		name: fmt.Sprintf("esx%03d.lab.example", h.number), id: fmt.Sprintf("host-%d", 1000+h.number), hz: h.hz, cpu: made.cpu,
		up: y.end - h.booted, maintenance: h.closed,
	}
	if h.removed {
		gone := &simulator.HostSystem{}
		gone.Self = types.ManagedObjectReference{Type: "HostSystem", Value: spec.id}
		gone.Name, gone.Parent = spec.name, &cluster.Self
		h.served = &host{gone, nil, dc, cluster.Name, spec.cpu.traps()}
		return
	}
	h.served = y.clusterHost(dc, cluster, spec)
}

func (y *year) serveMachine(m *yearMachine, folder *simulator.Folder) {
	spec := machineSpec{
		name: m.name, id: fmt.Sprintf("vm-%d", 1000+m.number), host: m.host.served, folder: folder, cpus: m.cpus, guestName: m.name + ".lab.example",
		power: []types.VirtualMachinePowerState{
			types.VirtualMachinePowerStatePoweredOff, types.VirtualMachinePowerStatePoweredOn, types.VirtualMachinePowerStateSuspended,
		}[m.state],
	}
	if m.boot != nil {
		spec.up = y.end - *m.boot
	}
	served := y.machine(spec)
	if m.running() && !m.uptimeMissing() {
		served.vm.Summary.QuickStats.UptimeSeconds = int32((y.end - m.poweredOn) / time.Second)
	}
	for _, h := range m.happened {
		var from *host
		if h.from != nil {
			from = h.from.served
		}
		y.record(served, h.what(y.end-h.at, from, h.to.served))
	}
	y.histories[served.vm.Self] = m
	y.labels = append(y.labels, label{
		Name: m.name, ID: served.vm.Self.Value, UUID: served.spec.uuid, Cluster: m.host.served.cluster, Host: m.host.served.Name,
		expected: y.truth(m), lived: y.livedBy(m),
	})
}

func (y *year) truth(m *yearMachine) expected {
	if !m.running() {
		return off()
	}
	truth := expected{Placement: "home", HomeHost: m.home.host.served.Name, HomeHz: m.home.hz}
	if !sameClass(m.host.hz, m.home.hz) {
		truth.Placement = "away"
		truth.Slow = !scales(generations[m.host.generation].cpu.model)
	}
	return truth
}

func (y *year) livedBy(m *yearMachine) lived {
	if !m.running() {
		return lived{}
	}
	at := y.date(m.poweredOn)
	l := lived{PresentHz: m.host.hz, PoweredOnAt: &at}
	for _, r := range m.ran {
		if r.from < m.poweredOn {
			continue
		}
		if last := len(l.Stretches) - 1; last < 0 || !sameClass(l.Stretches[last].Hz, r.hz) {
			l.Stretches = append(l.Stretches, stretch{From: y.date(r.from), Hz: r.hz})
		}
		l.Stretches[len(l.Stretches)-1].To = nil
		if r.to < openEnd {
			to := y.date(r.to)
			l.Stretches[len(l.Stretches)-1].To = &to
		}
	}
	l.Since = &l.Stretches[len(l.Stretches)-1].From
	if m.reset != nil {
		l.ResetHz = m.reset.hz
	}
	for flag, set := range map[string]bool{
		"noStatistics": m.noStatistics, "uptimeMissing": m.uptimeMissing(), "idle": m.load < 0.03 && m.saturated != always, "homeHostRemoved": m.home.host.removed,
		"homeHostRestarted": !m.home.host.removed && m.home.host.booted > m.poweredOn,
		"olderThanEvents":   y.end-m.poweredOn > eventsKept,
		"saturated":         m.saturated == always, "saturatedForHours": m.saturated == someHours,
	} {
		m.flags[flag] = set
	}
	for flag, set := range m.flags {
		if set {
			l.Flags = append(l.Flags, flag)
		}
	}
	sort.Strings(l.Flags)
	return l
}
