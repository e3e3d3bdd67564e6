package main

import "github.com/vmware/govmomi/vim25/types"

// addSettings are machines at home whose configuration is the finding.
func (f *fleet) addSettings() {
	atHome := func(spec machineSpec, findings ...string) *machine {
		spec.up = 20 * day
		return f.add(spec, home(spec.host, "equal").finding(findings...), poweredOn(spec.up, spec.host))
	}
	rawTSC := []setting{{"monitor_control.virtual_rdtsc", "FALSE"}}
	atHome(machineSpec{name: "settings-virtual-rdtsc-false", host: f.esx01, settings: rawTSC}, "virtualRdtscFalseMayMigrate")
	pinned := atHome(machineSpec{name: "settings-virtual-rdtsc-false-pinned", host: f.esx04, settings: rawTSC}, "virtualRdtscFalseMayMigrate")
	pin(f.prod, "keep on 2.6 GHz", []*machine{pinned}, []*host{f.esx04, f.esx05, f.maintenance})
	manual := atHome(machineSpec{name: "settings-virtual-rdtsc-false-drs-manual", host: f.esx04, settings: rawTSC}, "virtualRdtscFalseMayMigrate")
	overrideDrs(f.prod, manual, types.DrsBehaviorManual)
	atHome(machineSpec{name: "settings-virtual-rdtsc-false-uniform", host: f.esx11, settings: rawTSC}, "virtualRdtscFalseMayMigrate")
	alone := atHome(machineSpec{name: "settings-virtual-rdtsc-false-on-one-host", host: f.esx05, settings: rawTSC}, "virtualRdtscFalseHarmless")
	pin(f.prod, "keep on one host", []*machine{alone}, []*host{f.esx05})
	atHome(machineSpec{name: "settings-virtual-rdtsc-false-odd-case", host: f.esx01,
		settings: []setting{{"Monitor_Control.Virtual_RDTSC", "false"}}}, "virtualRdtscFalseMayMigrate")
	atHome(machineSpec{name: "settings-virtual-rdtsc-true", host: f.esx01,
		settings: []setting{{"monitor_control.virtual_rdtsc", "TRUE"}}}, "virtualRdtscTrueNoOp")
	atHome(machineSpec{name: "settings-time-tracker-hz", host: f.esx01,
		settings: []setting{{"timeTracker.apparentHz", "2593905000"}, {"timeTracker.apicBusHz", "66000000"}}}, "timeTrackerForced")
	atHome(machineSpec{name: "settings-hypervisor-hidden", host: f.esx01,
		settings: []setting{{"hypervisor.cpuid.v0", "FALSE"}}}, "hypervisorHidden")
	atHome(machineSpec{name: "settings-reboot-power-cycle", host: f.esx01, settings: []setting{{"vmx.reboot.powerCycle", "TRUE"}}})
	f.add(machineSpec{name: "settings-reboot-power-cycle-away", host: f.esx01, up: 20 * day,
		settings: []setting{{"vmx.reboot.powerCycle", "TRUE"}}}, away(f.esx04, "otherModel"),
		poweredOn(20*day, f.esx04), migrated(3*day, f.esx04, f.esx01))
	atHome(machineSpec{name: "settings-old-hardware-windows", host: f.esx01, hardware: "vmx-08", guestID: "windows7Server64Guest"}, "oldHardwareWindows")
	atHome(machineSpec{name: "settings-old-hardware-linux", host: f.esx01, hardware: "vmx-08", guestID: "rhel6_64Guest"})
	atHome(machineSpec{name: "settings-hardware-vmx-10-windows", host: f.esx01, hardware: "vmx-10"})
	atHome(machineSpec{name: "settings-latency-high", host: f.esx01, latencyHigh: true}, "latencySensitiveInMixedCluster")
	atHome(machineSpec{name: "settings-latency-high-uniform", host: f.esx11, latencyHigh: true})
	atHome(machineSpec{name: "sql-on-balanced-host", host: f.esx02, folder: f.sql, guestName: "sql03.lab.example"}, "powerPolicy")
}

// addPressed are machines at home that wait for a processor. Their figures show only when performance is asked for.
func (f *fleet) addPressed() {
	for _, pressed := range []struct {
		name   string
		limit  int64
		counts pressure
		found  []string
	}{
		{"pressure-starved-by-ready-time", 0, pressure{usage: 95, ready: 22}, []string{"starved"}},
		{"pressure-starved-by-costop", 0, pressure{usage: 80, ready: 4, costop: 15}, []string{"starved"}},
		{"pressure-starved-by-limit", 1000, pressure{usage: 99, ready: 30, maxLimited: 28}, []string{"starved"}},
		{"pressure-limit-without-effect", 9000, pressure{usage: 10, ready: 0.3}, nil},
		{"pressure-busy-but-not-starved", 0, pressure{usage: 99, ready: 0.8}, nil},
	} {
		counts := pressed.counts
		f.add(machineSpec{name: pressed.name, host: f.esx01, up: 20 * day, cpus: 8, limitMhz: pressed.limit, pressure: &counts},
			home(f.esx01, "equal").finding(pressed.found...), poweredOn(20*day, f.esx01))
	}
}
