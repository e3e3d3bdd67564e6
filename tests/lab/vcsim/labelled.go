package main

import (
	"time"

	"github.com/vmware/govmomi/vim25/types"
)

// buildLabelled makes the inventory whose names say what a scan must find. README.md has it as a table.
func buildLabelled(c *center) {
	f := newFleet(c)
	f.addHome()
	f.addAway()
	f.addUnknown()
	f.addSuspended()
	f.addRestored()
	f.addFaultTolerant()
	f.addOff()
	f.addSettings()
	f.addPressed()
	f.addNames()
}

func (f *fleet) addHome() {
	up := 20 * day
	f.add(machineSpec{name: "home-powered-on", host: f.esx01, up: up}, home(f.esx01, "equal"),
		poweredOn(up, f.esx01), reconfigured(5*day, f.esx01))
	f.add(machineSpec{name: "home-power-cycled-elsewhere", host: f.esx04, up: 2 * day}, home(f.esx04, "equal"),
		poweredOn(up, f.esx01), poweredOff(2*day+time.Minute, f.esx01), poweredOn(2*day, f.esx04))
	f.add(machineSpec{name: "home-moved-within-class", host: f.esx03, up: up}, home(f.esx01, "near"),
		poweredOn(up, f.esx01), migrated(3*day, f.esx01, f.esx03))
	f.add(machineSpec{name: "home-moved-away-and-back", host: f.esx02, up: up}, home(f.esx01, "equal"),
		poweredOn(up, f.esx01), drsMigrated(9*day, f.esx01, f.esx04), drsMigrated(2*day, f.esx04, f.esx02))
	f.add(machineSpec{name: "home-storage-only-relocation", host: f.esx01, up: up}, home(f.esx01, "equal"),
		poweredOn(up, f.esx01), relocated(4*day, f.esx01, f.esx01))
	f.add(machineSpec{name: "home-ha-restarted-elsewhere", host: f.esx02, up: 6 * day}, home(f.esx02, "equal"),
		poweredOn(up, f.esx04), restartedElsewhere(6*day, f.esx04, f.esx02))
	f.add(machineSpec{name: "home-ha-restarted-eventex", host: f.esx05, up: 6 * day}, home(f.esx05, "equal"),
		poweredOn(up, f.esx01), restartedByHA(6*day, f.esx05))
	f.add(machineSpec{name: "home-drs-powered-on", host: f.esx02, up: up}, home(f.esx02, "equal"), drsPoweredOn(up, f.esx02))
	f.add(machineSpec{name: "home-event-90s-before-boot", host: f.esx04, up: up}, home(f.esx04, "equal"),
		poweredOn(up+90*time.Second, f.esx04))
	f.add(machineSpec{name: "home-boot-time-in-summary-only", host: f.esx04, up: up, bootSummaryOnly: true}, home(f.esx04, "equal"),
		poweredOn(up, f.esx04))
	f.add(machineSpec{name: "home-on-host-in-maintenance", host: f.maintenance, up: up}, home(f.esx04, "equal"),
		poweredOn(up, f.esx04), migrated(day, f.esx04, f.maintenance))
	f.add(machineSpec{name: "home-on-disconnected-host", host: f.disconnected, up: up}, home(f.disconnected, "equal"),
		poweredOn(up, f.disconnected))
	f.add(machineSpec{name: "home-uniform-moved", host: f.esx13, up: up}, home(f.esx11, "equal"),
		poweredOn(up, f.esx11), migrated(3*day, f.esx11, f.esx12), migrated(2*day, f.esx12, f.esx13))
	f.add(machineSpec{name: "home-standalone", host: f.standalone, up: up}, home(f.standalone, "equal"), poweredOn(up, f.standalone))
}

func (f *fleet) addAway() {
	up := 20 * day
	f.add(machineSpec{name: "away-vm-migrated", host: f.esx01, up: up}, away(f.esx04, "otherModel"),
		poweredOn(up, f.esx04), migrated(3*day, f.esx04, f.esx01))
	f.add(machineSpec{name: "away-drs-migrated", host: f.esx05, up: up}, away(f.esx01, "otherModel"),
		poweredOn(up, f.esx01), drsMigrated(3*day, f.esx01, f.esx05))
	f.add(machineSpec{name: "away-same-model-other-base-clock", host: f.otherBaseClock, up: up}, away(f.esx01, "different"),
		poweredOn(up, f.esx01), drsMigrated(3*day, f.esx01, f.otherBaseClock))
	f.add(machineSpec{name: "away-ha-restarted-then-migrated", host: f.esx04, up: 6 * day}, away(f.esx02, "otherModel"),
		poweredOn(up, f.esx04), restartedElsewhere(6*day, f.esx04, f.esx02), migrated(day, f.esx02, f.esx04))
	f.add(machineSpec{name: "away-ha-eventex-then-drs-migrated", host: f.esx02, up: 6 * day}, away(f.esx04, "otherModel"),
		poweredOn(up, f.esx01), restartedByHA(6*day, f.esx04), drsMigrated(day, f.esx04, f.esx02))
	f.add(machineSpec{name: "away-drs-powered-on-then-migrated", host: f.esx01, up: up}, away(f.esx04, "otherModel"),
		drsPoweredOn(up, f.esx04), migrated(3*day, f.esx04, f.esx01))
	f.add(machineSpec{name: "away-relocated", host: f.otherBaseClock, up: up}, away(f.esx04, "otherModel"),
		poweredOn(up, f.esx04), relocated(3*day, f.esx04, f.otherBaseClock))
	f.add(machineSpec{name: "away-no-move-event", host: f.esx01, up: up}, away(f.esx04, "otherModel").because("the move itself left no event"),
		poweredOn(up, f.esx04))
	f.add(machineSpec{name: "away-mixed-models", host: f.esx22, up: up}, away(f.esx21, "otherModel"),
		poweredOn(up, f.esx21), migrated(3*day, f.esx21, f.esx22))
	f.add(machineSpec{name: "away-moved-between-clusters", host: f.esx11, up: up}, away(f.esx04, "otherModel"),
		poweredOn(up, f.esx04), migrated(3*day, f.esx04, f.esx11))
}

func (f *fleet) addUnknown() {
	none := unknown("no power-on event")
	f.add(machineSpec{name: "unknown-no-events", host: f.esx01, up: 90 * day}, none)
	f.add(machineSpec{name: "unknown-no-events-mixed-models", host: f.esx21, up: 90 * day}, none)
	for _, name := range []string{"home-no-events-uniform-1", "home-no-events-uniform-2", "home-no-events-uniform-3"} {
		f.add(machineSpec{name: name, host: f.esx12, up: 90 * day}, expected{Placement: "home", HomeSource: "onlyClass", Comparison: "equal"})
	}
	f.add(machineSpec{name: "unknown-only-moves", host: f.esx04, up: 90 * day}, none, migrated(3*day, f.esx01, f.esx04))
	f.add(machineSpec{name: "unknown-power-on-event-of-an-earlier-boot", host: f.esx01, up: 2 * day},
		unknown("the newest power-on event is older than the boot"), poweredOn(9*day, f.esx01))
	f.add(machineSpec{name: "unknown-no-boot-time", host: f.esx01}, unknown("no boot time, no events"))

	gone := *f.esx01
	system := *f.esx01.HostSystem
	system.Self.Value, system.Name = "host-99999", "esx99-removed.lab.example"
	gone.HostSystem = &system
	f.add(machineSpec{name: "unknown-home-host-removed", host: f.esx01, up: 20 * day},
		unknown("the home host is no longer in the inventory"),
		poweredOn(20*day, &gone), migrated(10*day, &gone, f.esx01))

	reverted := unknown("a snapshot revert brings back the rate of the time it was taken")
	f.add(machineSpec{name: "unknown-snapshot-reverted", host: f.esx01, up: 20 * day}, reverted,
		poweredOn(20*day, f.esx01), task(3*day, f.esx01, "VirtualMachine.revertToSnapshot"))
	f.add(machineSpec{name: "unknown-current-snapshot-reverted", host: f.esx04, up: 20 * day}, reverted,
		poweredOn(20*day, f.esx04), task(3*day, f.esx04, "VirtualMachine.revertToCurrentSnapshot"))
	f.add(machineSpec{name: "unknown-inaccessible", host: f.esx04, inaccessible: true},
		unknown("the machine's configuration cannot be read"))
}

// addSuspended: the rate of a resumed machine is that of the host where it was suspended, or an earlier one.
func (f *fleet) addSuspended() {
	up := 20 * day
	note := func(e expected) expected {
		return e.finding("suspendedOrResumed").because("unknown is right too; home on the resume host is not")
	}
	f.add(machineSpec{name: "away-resumed-elsewhere", host: f.esx04, up: up, folder: f.states}, note(away(f.esx01, "otherModel")),
		poweredOn(up, f.esx01), suspended(3*day, f.esx01), resuming(2*day, f.esx04))
	f.add(machineSpec{name: "away-resumed-elsewhere-with-power-on-event", host: f.esx04, up: up, folder: f.states},
		note(away(f.esx01, "otherModel")),
		poweredOn(up, f.esx01), suspended(3*day, f.esx01), resuming(2*day, f.esx04), poweredOn(2*day-2*time.Second, f.esx04))
	f.add(machineSpec{name: "away-moved-then-suspended-and-resumed", host: f.esx01, up: up, folder: f.states},
		note(away(f.esx04, "otherModel")),
		poweredOn(up, f.esx04), migrated(9*day, f.esx04, f.esx01), suspended(3*day, f.esx01), resuming(2*day, f.esx01))
	f.add(machineSpec{name: "home-resumed-on-the-same-class", host: f.esx02, up: up, folder: f.states},
		home(f.esx01, "equal").finding("suspendedOrResumed").because("unknown is right too"),
		poweredOn(up, f.esx01), suspended(3*day, f.esx01), resuming(2*day, f.esx02))
}

func (f *fleet) addOff() {
	off := off()
	f.add(machineSpec{name: "off-powered-off", host: f.esx01, power: types.VirtualMachinePowerStatePoweredOff, folder: f.states}, off,
		poweredOn(20*day, f.esx04), poweredOff(2*day, f.esx01))
	f.add(machineSpec{name: "off-suspended", host: f.esx01, power: types.VirtualMachinePowerStateSuspended, up: 20 * day, folder: f.states},
		off.finding("suspendedOrResumed"), poweredOn(20*day, f.esx04), migrated(5*day, f.esx04, f.esx01), suspended(2*day, f.esx01))
	f.add(machineSpec{name: "template-not-listed", host: f.esx01, power: types.VirtualMachinePowerStatePoweredOff, template: true, folder: f.states},
		expected{Placement: "template"})
}

func (f *fleet) addNames() {
	up := 20 * day
	for _, typed := range []string{
		"<script>alert(1)</script>", "</svg><img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "+1+1", "@SUM(A1:A9)", "-2+3",
		"it's a 'quoted' \"name\"", "$(touch owned) `id` ; & |", "emoji 🐢⏱️", "\u05e9\u05e2\u05d5\u05df right-to-left", "rtl override \u202egnp.exe",
		"slash / backslash \\ percent % typed %2f", "trailing spaces   ", "semi;colon,comma", "{{braces}} ${x} %PATH%",
		"next line \u0085 and zero width \u200b",
	} {
		f.addHostile(wireName(typed), typed)
	}
	f.addHostile("</script><script>alert('not escaped by the server')</script>", "")
	f.add(machineSpec{name: "twin", host: f.esx01, up: up, folder: f.sql}, home(f.esx01, "equal"), poweredOn(up, f.esx01))
	f.add(machineSpec{name: "twin", host: f.esx04, up: up, folder: f.states}, away(f.esx01, "otherModel"),
		poweredOn(up, f.esx01), migrated(3*day, f.esx01, f.esx04))
	f.add(machineSpec{name: "uuid-as-the-guest-sees-it", host: f.esx01, up: up, uuid: "42220a0b-0c0d-4e0f-8101-112233445566", guestName: "sql01.lab.example"},
		away(f.esx04, "otherModel"), poweredOn(up, f.esx04), migrated(3*day, f.esx04, f.esx01))
	f.add(machineSpec{name: "uuid-in-the-other-byte-order", host: f.esx01, up: up, uuid: "42221a1b-1c1d-4e1f-8202-223344556677", guestName: "sql02.lab.example"},
		away(f.esx04, "otherModel").because("its guest says 1b1a2242-1d1c-1f4e-8202-223344556677"),
		poweredOn(up, f.esx04), migrated(3*day, f.esx04, f.esx01))
}

func (f *fleet) addHostile(name, typed string) {
	f.add(machineSpec{name: name, host: f.esx01, up: 20 * day, folder: f.hostile, guestName: typed}, away(f.esx04, "otherModel"),
		poweredOn(20*day, f.esx04), migrated(3*day, f.esx04, f.esx01))
	if typed != name {
		f.labels[len(f.labels)-1].Decoded = typed
	}
}
