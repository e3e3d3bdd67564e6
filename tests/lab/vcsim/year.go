package main

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand"
	"time"
)

// The year scenario lives a fleet from its first day to the day that is served. Nothing is undone and no random number depends on the
// day served, so that two days of one seed tell the same story.
const (
	yearLength    = 365 * day
	patchSpan     = 4 * day
	patchDuration = 25 * time.Minute
	sameClassPpm  = 250
)

// patchDays begin the rounds in which every host is restarted; the newest is over about twelve days before the year's end.
var patchDays = []int{45, 140, 250, 350}

// generations are the rates and processors that hosts are bought with: three do not scale the TSC, three do, and of two nobody knows.
var generations = []struct {
	hz    float64
	turbo float64 // all cores together, as a multiple
	cpu   processor
}{
	{2194844000, 1.14, processor{"Intel(R) Xeon(R) CPU E5-2650 v4 @ 2.20GHz", "intel", "ProLiant DL360 Gen9", "HP", broadwellEP}},
	{2294609000, 1.13, processor{"Intel(R) Xeon(R) CPU E5-2670 v3 @ 2.30GHz", "intel", "PowerEdge R630", "Dell Inc.", haswellEP}},
	{2394374000, 1.29, gold6148},
	{2593905000, 1.12, e52660v3},
	{2693670000, 1.26, gold6150},
	{2793436000, 1.25, processor{"Intel(R) Xeon(R) Gold 6242 CPU @ 2.80GHz", "intel", "ProLiant DL380 Gen10 Plus", "HPE", skylakeSP}},
	{2993015000, 1.09, processor{"Intel(R) Xeon(R) CPU E5-2687W v4 @ 3.00GHz", "intel", "PowerEdge R730", "Dell Inc.", broadwellEP}},
	{3192531000, 1.06, processor{"Intel(R) Xeon(R) CPU E5-2667 v3 @ 3.20GHz", "intel", "PowerEdge R730", "Dell Inc.", haswellEP}},
}

// year is the fleet while it lives. Times are those since its first day.
type year struct {
	*center
	random   *rand.Rand
	at, end  time.Duration
	queue    agenda
	order    int
	clusters []*yearCluster
	hosts    []*yearHost
	machines []*yearMachine
	gap      [2]time.Duration // without statistics and without DRS
	other    *yearHost        // of another vCenter
}

type yearCluster struct {
	name  string
	hosts []*yearHost
	into  *yearCluster // what it was merged into
}

type yearHost struct {
	number     int
	generation int
	skew       float64 // of its own crystal, in ppm
	hz         int64   // as calibrated at its last boot
	booted     time.Duration
	cluster    *yearCluster
	closed     bool // in maintenance or down
	removed    bool
	guests     []*yearMachine
	served     *host
}

type action struct {
	at    time.Duration
	order int
	do    func()
}

type agenda []action

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].order < a[j].order
}
func (a agenda) Swap(i, j int)       { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x interface{}) { *a = append(*a, x.(action)) }
func (a *agenda) Pop() interface{} {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// in does something later; what lies beyond the day served never happens.
func (y *year) in(wait time.Duration, do func()) {
	y.order++
	heap.Push(&y.queue, action{y.at + wait, y.order, do})
}

func (y *year) run() {
	for len(y.queue) > 0 && y.queue[0].at <= y.end {
		next := heap.Pop(&y.queue).(action)
		y.at = next.at
		next.do()
	}
	y.at = y.end
}

func (y *year) chance(p float64) bool { return y.random.Float64() < p }

// between is a time of whole seconds.
func (y *year) between(low, high time.Duration) time.Duration {
	return (low + time.Duration(y.random.Float64()*float64(high-low))).Truncate(time.Second)
}

// within waits as a thing that happens so often a year does; never, if it does not happen.
func (y *year) within(timesAYear float64) time.Duration {
	if timesAYear <= 0 {
		return 100 * yearLength
	}
	return time.Duration(math.Min(y.random.ExpFloat64()/timesAYear, 100) * float64(yearLength)).Truncate(time.Second)
}

func (y *year) date(since time.Duration) time.Time { return y.now.Add(since - y.end) }

func sameClass(a, b int64) bool { return math.Abs(float64(a-b))/float64(b)*1e6 <= sameClassPpm }

// newYear makes clusters and machines, and puts on the agenda what will happen to them.
func newYear(c *center, seed int64, vms, arrivals, served int) *year {
	y := &year{center: c, random: rand.New(rand.NewSource(seed)), end: yearLength + time.Duration(served)*day}
	gap := y.between(150*day, 320*day)
	y.gap = [2]time.Duration{gap, gap + 7*day}
	count := vms / 100
	if count < 2 {
		count = 2
	}
	perCluster := vms / count
	for i := 0; i < count; i++ {
		y.addCluster(i, count, perCluster)
	}
	merged := y.clusters[0].split(y)
	for n := 0; n < vms; n++ {
		cluster := y.clusters[n%count]
		if cluster == y.clusters[0] && n/count%2 == 1 {
			cluster = merged
		}
		y.addMachine(n, cluster)
	}
	y.other = &yearHost{removed: true}
	for n := vms; n < vms+arrivals; n++ {
		y.addArrival(n, y.clusters[n%count])
	}
	for _, first := range patchDays {
		for _, cluster := range append(y.clusters[:count:count], merged) {
			y.planPatches(cluster, first)
		}
	}
	return y
}

// addCluster makes a cluster of one generation or, every other, of two; every twelfth has three.
func (y *year) addCluster(i, count, machines int) {
	cluster := &yearCluster{name: fmt.Sprintf("cluster-%02d", i+1)}
	y.clusters = append(y.clusters, cluster)
	kinds := y.random.Perm(len(generations))[:3]
	classes := 1
	if i%2 == 0 {
		classes = 2
	}
	if i%12 == 10 {
		classes = 3
	}
	size := machines/12 + 2 + y.random.Intn(3)
	if size < 2*classes {
		size = 2 * classes
	}
	for n := 0; n < size; n++ {
		y.addHost(cluster, kinds[n%classes], 0)
	}
	if i == 2 {
		y.planReplacement(cluster, y.addHost(cluster, kinds[2], 0), kinds[0])
	} else if y.chance(0.4) {
		y.in(y.between(30*day, 345*day), func() { y.addHost(cluster, kinds[y.random.Intn(classes)], y.at) })
	} else if i > 0 && y.chance(0.5) {
		leaving := cluster.hosts[y.random.Intn(size)]
		y.in(y.between(60*day, 345*day), func() { y.removeHost(leaving) })
	}
}

// split is what the first cluster was before: its second generation was a cluster of its own, which is merged during the year.
func (c *yearCluster) split(y *year) *yearCluster {
	other := &yearCluster{name: "cluster-merged", into: c}
	var kept []*yearHost
	for _, h := range c.hosts {
		if h.generation == c.hosts[0].generation {
			kept = append(kept, h)
		} else {
			other.hosts = append(other.hosts, h)
			h.cluster = other
		}
	}
	c.hosts = kept
	y.in(y.between(120*day, 220*day), func() {
		for _, h := range other.hosts {
			h.cluster = c
		}
		c.hosts = append(c.hosts, other.hosts...)
		other.hosts = nil
	})
	return other
}

// now is the cluster, or the one it was merged into.
func (c *yearCluster) now() *yearCluster {
	if c.into != nil && len(c.hosts) == 0 {
		return c.into
	}
	return c
}

func (c *yearCluster) has(generation int) bool {
	for _, h := range c.now().hosts {
		if h.generation == generation {
			return true
		}
	}
	return false
}

// addHost adds one that has been up since booted.
func (y *year) addHost(cluster *yearCluster, generation int, booted time.Duration) *yearHost {
	cluster = cluster.now()
	h := &yearHost{number: len(y.hosts) + 1, generation: generation, skew: y.random.NormFloat64() * 4, cluster: cluster, booted: booted}
	if booted == 0 {
		h.booted = -y.between(5*day, 60*day)
	}
	y.calibrate(h)
	y.hosts = append(y.hosts, h)
	cluster.hosts = append(cluster.hosts, h)
	y.in(y.within(0.05), func() { y.crash(h) })
	return h
}

// calibrate gives a host the rate of one boot.
func (y *year) calibrate(h *yearHost) {
	h.hz = int64(generations[h.generation].hz * (1 + (h.skew+y.random.NormFloat64()*2)*1e-6))
}

func (y *year) boot(h *yearHost) {
	if !h.removed {
		h.closed, h.booted = false, y.at
		y.calibrate(h)
	}
}

func (y *year) planReplacement(cluster *yearCluster, old *yearHost, generation int) {
	y.in(y.between(200*day, 290*day), func() {
		y.addHost(cluster, generation, y.at)
		y.removeHost(old)
	})
}

func (y *year) removeHost(h *yearHost) {
	if h.closed || len(h.cluster.hosts) < 3 {
		return
	}
	y.evacuate(h)
	h.removed, h.closed = true, true
	for i, other := range h.cluster.hosts {
		if other == h {
			h.cluster.hosts = append(h.cluster.hosts[:i:i], h.cluster.hosts[i+1:]...)
			break
		}
	}
	for len(h.guests) > 0 { // those that are off or suspended are registered elsewhere
		h.guests[0].place(y.elsewhere(h))
	}
}

// planPatches restarts the hosts of a cluster one after another.
func (y *year) planPatches(cluster *yearCluster, first int) {
	y.in(time.Duration(first)*day, func() {
		hosts := append([]*yearHost{}, cluster.hosts...)
		for i, h := range hosts {
			h := h
			y.in(patchSpan*time.Duration(i)/time.Duration(len(hosts))+y.between(8*time.Hour, 12*time.Hour), func() {
				if h.closed {
					return
				}
				h.closed = true
				y.evacuate(h)
				y.in(patchDuration, func() { y.boot(h) })
			})
		}
	})
}

// evacuate moves what runs on a host to others by vMotion.
func (y *year) evacuate(h *yearHost) {
	h.closed = true
	for _, m := range append([]*yearMachine{}, h.guests...) {
		if m.running() {
			y.move(m, y.elsewhere(h), false)
		}
	}
}

// crash ends what runs on a host; HA starts it on others.
func (y *year) crash(h *yearHost) {
	if h.removed {
		return
	}
	if !h.closed {
		h.closed = true
		for _, m := range append([]*yearMachine{}, h.guests...) {
			if m.running() {
				y.restartByHA(m, y.elsewhere(h))
			}
		}
		y.in(y.between(10*time.Minute, 8*time.Hour), func() { y.boot(h) })
	}
	y.in(y.within(0.05), func() { y.crash(h) })
}

// elsewhere is another host of the cluster that takes machines.
func (y *year) elsewhere(h *yearHost) *yearHost {
	var open []*yearHost
	for _, other := range h.cluster.hosts {
		if other != h && !other.closed {
			open = append(open, other)
		}
	}
	if len(open) == 0 {
		return h
	}
	return open[y.random.Intn(len(open))]
}
