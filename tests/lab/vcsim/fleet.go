package main

import (
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

// fleet is the labelled scenario's datacenters, clusters and hosts.
type fleet struct {
	*center
	north, south         datacenter
	prod, uniform, mixed *simulator.ClusterComputeResource
	states, sql, hostile *simulator.Folder
	esx01, esx02, esx03  *host // 2,394 MHz, one class
	esx04, esx05         *host // 2,594 MHz
	maintenance          *host
	disconnected         *host
	otherBaseClock       *host
	esx11, esx12, esx13  *host
	esx21, esx22, esx23  *host
	standalone           *host
}

func newFleet(c *center) *fleet {
	f := &fleet{center: c, north: c.datacenter("dc-north"), south: c.datacenter("dc-south")}
	production := c.folder(f.north.hosts, "production")
	f.prod = c.cluster(production, clusterSpec{"prod", types.DrsBehaviorFullyAutomated, "intel-skylake"})
	f.uniform = c.cluster(f.north.hosts, clusterSpec{"uniform", types.DrsBehaviorManual, ""})
	f.mixed = c.cluster(f.south.hosts, clusterSpec{"mixed-models", "", ""})
	f.states = c.folder(f.north.machines, "states")
	f.sql = c.folder(c.folder(f.north.machines, "databases"), "sql servers")
	f.hostile = c.folder(f.north.machines, wireName("hostile / names"))

	prod := func(spec hostSpec) *host {
		spec.evc = "intel-skylake"
		return c.clusterHost(f.north, f.prod, spec)
	}
	f.esx01 = prod(hostSpec{name: "esx01.lab.example", hz: 2394000000, cpu: e52630v3})
	f.esx02 = prod(hostSpec{name: "esx02.lab.example", hz: 2394000500, cpu: e52630v3, power: "Balanced"})
	f.esx03 = prod(hostSpec{name: "esx03.lab.example", hz: 2394400000, cpu: e52630v3})
	f.esx04 = prod(hostSpec{name: "esx04.lab.example", hz: 2593905000, cpu: e52660v3, used: 40000})
	f.esx05 = prod(hostSpec{name: "esx05.lab.example", hz: 2593905000, cpu: e52660v3, power: "Low Power"})
	f.maintenance = prod(hostSpec{name: "esx06-maintenance.lab.example", hz: 2593905300, cpu: e52660v3, maintenance: true})
	f.disconnected = prod(hostSpec{name: "esx07-disconnected.lab.example", hz: 2394000000, cpu: e52630v3, disconnected: true})
	f.otherBaseClock = prod(hostSpec{name: "esx08-other-base-clock.lab.example", hz: 2396400000, cpu: e52640v4})

	uniform := func(name string) *host {
		return c.clusterHost(f.north, f.uniform, hostSpec{name: name, hz: 2650000000, cpu: e52660v3})
	}
	f.esx11, f.esx12, f.esx13 = uniform("esx11.lab.example"), uniform("esx12.lab.example"), uniform("esx13.lab.example")

	mixed := func(spec hostSpec) *host { return c.clusterHost(f.south, f.mixed, spec) }
	f.esx21 = mixed(hostSpec{name: "esx21.lab.example", hz: 2294609000, cpu: gold5118})
	f.esx22 = mixed(hostSpec{name: "esx22.lab.example", hz: 2693670000, cpu: gold6150})
	f.esx23 = mixed(hostSpec{name: "esx23-kernel-option.lab.example", hz: 3192000000, cpu: gold6134, up: 5 * day, options: map[string]types.AnyType{
		"VMkernel.Boot.timerForceTSC": false,
		"VMkernel.Boot.tscSyncSkip":   false,
	}})
	f.standalone = c.standaloneHost(f.south, hostSpec{name: "esx31-standalone.lab.example", hz: 3591345000, cpu: xeonE1620, power: "Custom"})
	return f
}

func (f *fleet) add(spec machineSpec, expect expected, happenings ...happening) *machine {
	m := f.machine(spec)
	m.events = f.record(m, happenings...)
	if !spec.host.traps {
		expect.Findings = without(expect.Findings, "away")
	}
	l := label{Name: spec.name, ID: m.vm.Self.Value, UUID: m.spec.uuid, Cluster: spec.host.cluster, Host: spec.host.Name, expected: expect}
	f.labels = append(f.labels, l)
	return m
}
