package main

// lives are the machines of the days scenario, and what scans on days 1, 10, 20, 33, 45, 60 and 95 into one store find. After
// day 60 none looks for more than 30 days: what only the store knew is unknown then.
func (s *story) lives() []life {
	event, history := "event", "history"
	is := func(day int, placement string, at *host, hz int64, source string) onward {
		return onward{day, expected{Placement: placement, HomeHost: at.Name, HomeHz: hz, HomeSource: source}}
	}
	lost := func(day int) onward { return onward{day, expected{Placement: "unknown"}} }
	resting := func(day int) onward { return onward{day, expected{Placement: "off"}} }
	return []life{
		{name: "stays", happenings: []dated{{-3, "on", s.slow1}},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event), is(33, "home", s.slow1, s.slowHz, history), lost(95)}},
		{name: "goes-and-comes-home", happenings: []dated{{-3, "on", s.slow1}, {12, "move", s.fast1}, {28, "move", s.slow2}},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event), is(20, "away", s.slow1, s.slowHz, event),
				is(33, "home", s.slow1, s.slowHz, history), lost(95)}},
		{name: "cycles-elsewhere", happenings: []dated{{-3, "on", s.slow1}, {15, "off", s.slow1}, {15, "on", s.fast1}},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event), is(20, "home", s.fast1, s.fastHz, event),
				is(45, "home", s.fast1, s.fastHz, history), lost(95)}},
		{name: "goes-after-its-event-expired", happenings: []dated{{-3, "on", s.fast1}, {40, "move", s.slow1}},
			expect: []onward{is(1, "home", s.fast1, s.fastHz, event), is(33, "home", s.fast1, s.fastHz, history),
				is(45, "away", s.fast1, s.fastHz, history), lost(95)}},
		{name: "expired-before-the-first-scan", happenings: []dated{{-60, "on", s.slow1}, {5, "move", s.fast1}, {50, "off", s.fast1}, {50, "on", s.fast1}},
			expect: []onward{lost(1), is(60, "home", s.fast1, s.fastHz, event), lost(95)}},
		{name: "reverted-after-its-event-expired", happenings: []dated{{-3, "on", s.slow1}, {38, "revert", s.slow1}},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event), is(33, "home", s.slow1, s.slowHz, history), lost(45)}},
		{name: "out-of-sight-for-long", happenings: []dated{{-3, "on", s.slow1}}, absent: [2]int{11, 55},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event), lost(60)}},
		{name: "out-of-sight-for-a-while", happenings: []dated{{-3, "on", s.slow1}}, absent: [2]int{11, 25},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event), is(33, "home", s.slow1, s.slowHz, history), lost(95)}},
		// Their home's frequency is that of the processor that esx22 had.
		{name: "away-from-a-replaced-host", happenings: []dated{{-3, "on", s.fast2}, {13, "move", s.slow1}},
			expect: []onward{is(1, "home", s.fast2, s.fastHz, event), is(20, "away", s.fast2, s.fastHz, event), is(28, "away", s.fast2, s.fastHz, history), lost(95)}},
		{name: "home-of-a-replaced-host", happenings: []dated{{-3, "on", s.fast2}, {13, "move", s.fast1}},
			expect: []onward{is(1, "home", s.fast2, s.fastHz, event), is(28, "home", s.fast2, s.fastHz, history), lost(95)}},
		{name: "rests", happenings: []dated{{-3, "on", s.slow1}, {36, "off", s.slow1}, {58, "on", s.fast1}},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event), is(33, "home", s.slow1, s.slowHz, history), resting(45),
				is(60, "home", s.fast1, s.fastHz, event), lost(95)}},
		{name: "removed", happenings: []dated{{-3, "on", s.slow1}}, absent: [2]int{30, 1000},
			expect: []onward{is(1, "home", s.slow1, s.slowHz, event)}},
		{name: "added", happenings: []dated{{42, "on", s.slow2}},
			expect: []onward{is(42, "home", s.slow2, s.slowHz+500, event), lost(95)}},
	}
}
