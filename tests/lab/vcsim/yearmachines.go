package main

import (
	"math"
	"time"
)

// yearMachine is one in the year scenario.
type yearMachine struct {
	number         int
	name           string
	host           *yearHost
	state          machineState
	cpus           int32
	load           float64 // part of its CPUs in use, on average
	home           homeRate
	poweredOn      time.Duration // for good: by power-on, restart by HA or revert
	turn           int           // counts power-ons: what was planned for an earlier one does not happen
	boot           *time.Duration
	snapshot       *homeRate
	ran            []ran
	happened       []happened
	flags          map[string]bool // of the present power-on
	reset          *homeRate       // where a reset happened, if that has another rate than home
	guestRestarted time.Duration
	losesBoot      bool // its boot time is unset by migrations
	movesBoot      bool // its boot time becomes that of its migrations
	losesUptime    bool
	noStatistics   bool
	saturated      saturation
}

type machineState int

const (
	stateOff machineState = iota
	stateOn
	stateSuspended
)

// saturation is when a machine wants more than its CPUs have. No random number decides it, so that all others live as they did.
type saturation int

const (
	never saturation = iota
	always
	someHours
)

func saturationOf(number int) saturation {
	switch number % 20 {
	case 7:
		return always
	case 17:
		return someHours
	}
	return never
}

type homeRate struct {
	host *yearHost
	hz   int64
}

// ran is a time on one host. The last of a running machine ends never.
type ran struct {
	from, to time.Duration
	hz       int64
	turbo    float64
	cpus     int32
}

const openEnd = time.Duration(math.MaxInt64)

// happened is what vCenter has an event of.
type happened struct {
	at       time.Duration
	what     func(ago time.Duration, from, to *host) happening
	from, to *yearHost
}

func on(event func(time.Duration, *host) happening) func(time.Duration, *host, *host) happening {
	return func(ago time.Duration, _, to *host) happening { return event(ago, to) }
}

func (m *yearMachine) running() bool { return m.state == stateOn }

func (m *yearMachine) uptimeMissing() bool { return m.losesUptime && m.boot == nil }

func (y *year) addMachine(n int, cluster *yearCluster) {
	m := &yearMachine{number: n + 1, name: machineName(n), load: y.load(), saturated: saturationOf(n + 1)}
	m.cpus = []int32{1, 2, 2, 2, 4, 4, 4, 8, 8, 16}[y.random.Intn(10)]
	m.losesBoot, m.movesBoot = y.chance(0.05), y.chance(0.01)
	m.losesUptime, m.noStatistics = m.losesBoot && y.chance(0.25), y.chance(0.03)
	y.machines = append(y.machines, m)

	first := y.between(0, 5*day)
	if y.chance(0.25) {
		first = y.between(5*day, 362*day)
	}
	y.in(first, func() {
		hosts := cluster.now().hosts
		m.place(hosts[y.random.Intn(len(hosts))])
		y.powerOn(m, m.host)
	})
	cycles := []float64{0, 0, 0, 0, 0, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 4, 4, 4, 4, 4, 10, 10, 10}[y.random.Intn(20)]
	y.often(cycles, func() { y.cycle(m) })
	y.often(12, func() { m.guestRestarted = y.at })
	y.often(0.06, func() { y.resetMachine(m) })
	y.often(0.05, func() { y.suspend(m) })
	y.often(0.012, func() { y.takeSnapshot(m) })
	y.often(0.005, func() { y.addCPUs(m) })
}

// addArrival makes a machine that is moved in from another vCenter, where it was powered on at a rate that its cluster does not have: half of them
// with an event of the move, from a host that nobody knows here.
func (y *year) addArrival(n int, cluster *yearCluster) {
	m := &yearMachine{number: n + 1, name: machineName(n), load: y.load(), cpus: 2 << y.random.Intn(3)}
	y.machines = append(y.machines, m)
	y.in(y.between(5*day, 364*day), func() {
		hosts := cluster.now().hosts
		m.place(hosts[y.random.Intn(len(hosts))])
		generation := y.random.Intn(len(generations))
		for cluster.has(generation) {
			generation = (generation + 1) % len(generations)
		}
		boot := y.at - y.between(time.Hour, 200*day)
		m.state, m.home, m.poweredOn, m.boot = stateOn, homeRate{y.other, int64(generations[generation].hz)}, boot, &boot
		m.flags = map[string]bool{"arrived": true}
		if m.number%2 == 0 {
			y.note(m, migrated, y.other, m.host)
		}
		y.begin(m)
		y.planMoves(m)
	})
	y.often(1.5, func() { y.cycle(m) })
}

// load is idle for six of ten machines.
func (y *year) load() float64 {
	if y.chance(0.6) {
		return 0.003 * math.Pow(10, y.random.Float64())
	}
	return 0.05 * math.Pow(16, y.random.Float64())
}

// often does something again and again, so many times a year on average.
func (y *year) often(timesAYear float64, do func()) {
	y.in(y.within(timesAYear), func() {
		do()
		y.often(timesAYear, do)
	})
}

func (y *year) note(m *yearMachine, what func(time.Duration, *host, *host) happening, from, to *yearHost) {
	if y.at > y.end-eventsKept {
		m.happened = append(m.happened, happened{y.at, what, from, to})
	}
}

// place registers a machine with a host.
func (m *yearMachine) place(h *yearHost) {
	if m.host != nil {
		for i, other := range m.host.guests {
			if other == m {
				m.host.guests = append(m.host.guests[:i:i], m.host.guests[i+1:]...)
				break
			}
		}
	}
	m.host = h
	h.guests = append(h.guests, m)
}

func (y *year) begin(m *yearMachine) {
	m.ran = append(m.ran, ran{y.at, openEnd, m.host.hz, generations[m.host.generation].turbo, m.cpus})
}

func (y *year) finish(m *yearMachine) {
	m.ran[len(m.ran)-1].to = y.at
}

// start is what every power-on does, by whom ever.
func (y *year) start(m *yearMachine, h *yearHost) {
	m.place(h)
	at := y.at
	m.state, m.home, m.poweredOn, m.boot = stateOn, homeRate{h, h.hz}, at, &at
	m.flags, m.reset = map[string]bool{}, nil
	if at >= y.gap[0] && at < y.gap[1] {
		m.flags["poweredOnWithoutStatistics"] = true
	}
	m.turn++
	y.begin(m)
	y.planMoves(m)
}

func (y *year) powerOn(m *yearMachine, h *yearHost) {
	if h.closed {
		h = y.elsewhere(h)
	}
	y.start(m, h)
	if y.chance(0.3) {
		y.note(m, on(drsPoweredOn), nil, h)
	} else {
		y.note(m, on(poweredOn), nil, h)
	}
}

func (y *year) powerOff(m *yearMachine) {
	y.finish(m)
	m.state, m.boot = stateOff, nil
	m.turn++
	y.note(m, on(poweredOff), nil, m.host)
}

// cycle powers off and, mostly soon, on at any host.
func (y *year) cycle(m *yearMachine) {
	if !m.running() {
		return
	}
	y.powerOff(m)
	wait := y.between(20*time.Second, 2*time.Hour)
	if y.chance(0.1) {
		wait = y.between(5*day, 60*day)
	}
	turn := m.turn
	y.in(wait, func() {
		if m.turn != turn {
			return
		}
		more := y.chance(0.1) && m.cpus < 16
		if more {
			m.cpus *= 2
			y.note(m, on(reconfigured), nil, m.host)
		}
		y.powerOn(m, y.elsewhere(m.host))
		m.flags["cpusAddedBefore"] = more
	})
}

// planMoves has DRS move a machine every two weeks, some within the first day.
func (y *year) planMoves(m *yearMachine) {
	if y.chance(0.01) {
		y.planMove(m, y.between(10*time.Minute, 24*time.Hour))
	} else {
		y.planMove(m, y.between(2*day, 26*day))
	}
}

func (y *year) planMove(m *yearMachine, wait time.Duration) {
	turn := m.turn
	y.in(wait, func() {
		if m.turn != turn {
			return
		}
		if m.running() && (y.at < y.gap[0] || y.at >= y.gap[1]) {
			y.move(m, y.elsewhere(m.host), true)
		}
		y.planMove(m, y.between(2*day, 26*day))
	})
}

func (y *year) move(m *yearMachine, to *yearHost, byDrs bool) {
	from := m.host
	if to == from {
		return
	}
	if byDrs {
		y.note(m, drsMigrated, from, to)
	} else {
		y.note(m, migrated, from, to)
	}
	y.finish(m)
	m.place(to)
	y.begin(m)
	if y.at-m.poweredOn < day && !sameClass(to.hz, m.home.hz) {
		m.flags["movedWithinFirstDay"] = true
	}
	if m.losesBoot {
		m.boot = nil
		m.flags["bootTimeLost"] = true
	} else if m.movesBoot {
		at := y.at
		m.boot = &at
		m.flags["bootTimeMoved"] = true
	}
}

func (y *year) restartByHA(m *yearMachine, to *yearHost) {
	y.finish(m)
	from := m.host
	wait := y.between(time.Minute, 5*time.Minute)
	m.state = stateOff
	m.turn++
	turn := m.turn
	y.in(wait, func() {
		if m.turn != turn {
			return
		}
		if to.closed {
			to = y.elsewhere(from)
		}
		y.start(m, to)
		m.flags["restartedByHA"] = true
		if m.number%2 == 0 {
			y.note(m, restartedElsewhere, from, to)
		} else {
			y.note(m, on(restartedByHA), nil, to)
		}
	})
}

func (y *year) resetMachine(m *yearMachine) {
	if !m.running() {
		return
	}
	y.note(m, on(resetting), nil, m.host)
	y.note(m, on(poweredOn), nil, m.host)
	m.flags["reset"] = true
	m.reset = nil
	if !sameClass(m.host.hz, m.home.hz) {
		m.reset = &homeRate{m.host, m.host.hz}
	}
}

func (y *year) suspend(m *yearMachine) {
	if !m.running() {
		return
	}
	y.finish(m)
	m.state = stateSuspended
	y.note(m, on(suspended), nil, m.host)
	turn := m.turn
	y.in(y.between(time.Hour, 4*day), func() {
		if m.turn != turn {
			return
		}
		to := m.host
		if to.closed || y.chance(0.5) {
			to = y.elsewhere(to)
		}
		m.place(to)
		m.state = stateOn
		m.flags["resumed"] = true
		y.note(m, on(resuming), nil, to)
		if y.chance(0.5) {
			y.note(m, on(poweredOn), nil, to)
		}
		y.begin(m)
	})
}

// takeSnapshot keeps the machine's memory, to which it is reverted some weeks later.
func (y *year) takeSnapshot(m *yearMachine) {
	if !m.running() || m.snapshot != nil {
		return
	}
	taken := m.home
	m.snapshot = &taken
	y.in(y.between(day, 40*day), func() {
		m.snapshot = nil
		if !m.running() {
			return
		}
		y.finish(m)
		y.note(m, on(revertedToSnapshot), nil, m.host)
		y.start(m, m.host)
		y.note(m, on(poweredOn), nil, m.host)
		m.home = taken
		m.flags["reverted"] = true
	})
}

// addCPUs adds them while the machine runs.
func (y *year) addCPUs(m *yearMachine) {
	if !m.running() || m.cpus >= 16 {
		return
	}
	y.finish(m)
	m.cpus *= 2
	m.flags["cpusAddedWhileOn"] = true
	y.note(m, on(reconfigured), nil, m.host)
	y.begin(m)
}
