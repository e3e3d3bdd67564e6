package main

import "time"

// addRestored are machines whose memory came from elsewhere: a power-on event beside that is none, and "home" is wrong for all of them
// but those that were powered off for good since.
func (f *fleet) addRestored() {
	up := 20 * day
	reverted := unknown("the power-on is that of a snapshot's memory, with the rate of the time it was taken")
	f.add(machineSpec{name: "unknown-reverted-then-power-on-event", host: f.esx04, up: 3*day - 5*time.Second, folder: f.states}, reverted,
		poweredOn(up, f.esx01), task(3*day, f.esx04, "VirtualMachine.revertToSnapshot"), poweredOn(3*day-5*time.Second, f.esx04))
	f.add(machineSpec{name: "unknown-reverted-by-way-of-power-off", host: f.esx04, up: 3*day - 9*time.Second, folder: f.states}, reverted,
		poweredOn(up, f.esx01), task(3*day, f.esx04, "VirtualMachine.revertToCurrentSnapshot"), poweredOff(3*day-4*time.Second, f.esx04),
		poweredOn(3*day-9*time.Second, f.esx04))
	f.add(machineSpec{name: "unknown-reverted-while-off", host: f.esx04, up: 3*day - 5*time.Second, folder: f.states}, reverted,
		poweredOn(up, f.esx01), poweredOff(4*day, f.esx04), task(3*day, f.esx04, "VirtualMachine.revertToSnapshot"),
		poweredOn(3*day-5*time.Second, f.esx04))
	f.add(machineSpec{name: "home-power-cycled-after-a-revert", host: f.esx04, up: 2 * day, folder: f.states}, home(f.esx04, "equal"),
		poweredOn(up, f.esx01), task(9*day, f.esx01, "VirtualMachine.revertToSnapshot"), poweredOff(2*day+time.Minute, f.esx01), poweredOn(2*day, f.esx04))
	f.add(machineSpec{name: "home-ha-restarted-after-a-revert", host: f.esx02, up: 2 * day, folder: f.states}, home(f.esx02, "equal"),
		poweredOn(up, f.esx04), task(9*day, f.esx04, "VirtualMachine.revertToSnapshot"), restartedElsewhere(2*day, f.esx04, f.esx02))
	f.add(machineSpec{name: "home-powered-off-while-suspended", host: f.esx04, up: 2 * day, folder: f.states}, home(f.esx04, "equal"),
		poweredOn(up, f.esx01), suspended(4*day, f.esx01), poweredOff(3*day, f.esx01), poweredOn(2*day, f.esx04))

	cloned := unknown("an instant clone has the rate of the machine it was made from")
	f.add(machineSpec{name: "unknown-instant-clone", host: f.esx04, up: 4 * day, folder: f.states}, cloned,
		poweredOn(4*day, f.esx04), instantCloned(4*day-time.Second, f.esx04, "home-powered-on"))
	source := f.add(machineSpec{name: "away-cloned-from", host: f.esx04, up: up, folder: f.states},
		away(f.esx01, "otherModel").because("the task of an instant clone is its source's, and says nothing of it"),
		poweredOn(up, f.esx01), migrated(9*day, f.esx01, f.esx04), task(5*day, f.esx04, "VirtualMachine.instantClone"))
	clone := f.add(machineSpec{name: "unknown-instant-clone-told-by-its-task", host: f.esx04, up: 5*day - 3*time.Second, folder: f.states}, cloned,
		poweredOn(5*day-3*time.Second, f.esx04))
	f.chain(clone.events, source.events[2])

	f.add(machineSpec{name: "away-home-host-restarted", host: f.esx22, up: up, folder: f.states},
		away(f.esx23, "otherModel").because("the home host was started after the machine, and keeps its rate: inferred"),
		poweredOn(up, f.esx23), migrated(6*day, f.esx23, f.esx22))
	f.add(machineSpec{name: "home-powered-on-since-the-host-restarted", host: f.esx23, up: 4 * day, folder: f.states}, home(f.esx23, "equal"),
		poweredOn(4*day, f.esx23))
}

// addFaultTolerant are pairs that share name and UUID, and what their failover leaves.
func (f *fleet) addFaultTolerant() {
	up := 20 * day
	const shared = "42220f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f"
	f.add(machineSpec{name: "away-ft-failed-over", host: f.esx04, up: up, folder: f.states, uuid: shared, ftRole: 1}, away(f.esx01, "otherModel"),
		poweredOn(up, f.esx01), failedOver(3*day, f.esx04))
	f.add(machineSpec{name: "away-ft-failed-over", host: f.esx05, up: 3 * day, folder: f.states, uuid: shared, ftRole: 2,
		instanceUUID: stableUUID("instance of a secondary")},
		unknown("a secondary has the rate of its primary"), poweredOn(3*day, f.esx05))
	f.add(machineSpec{name: "unknown-former-ft-secondary", host: f.esx04, up: up, folder: f.states, ftRole: 1},
		unknown("its own power-on was that of a secondary"), poweredOn(up, f.esx04), failedOver(3*day, f.esx04))
}
