package main

import (
	"hash/fnv"
	"math"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// historicalIntervals are those of a vCenter as installed.
var historicalIntervals = []types.PerfInterval{
	{Key: 1, SamplingPeriod: 300, Name: "Past day", Length: 86400, Level: 1, Enabled: true},
	{Key: 2, SamplingPeriod: 1800, Name: "Past week", Length: 604800, Level: 1, Enabled: true},
	{Key: 3, SamplingPeriod: 7200, Name: "Past month", Length: 2592000, Level: 1, Enabled: true},
	{Key: 4, SamplingPeriod: 86400, Name: "Past year", Length: 31536000, Level: 1, Enabled: true},
}

func (p *performanceManager) historical(seconds int32) (types.PerfInterval, bool) {
	for _, interval := range p.HistoricalInterval {
		if interval.SamplingPeriod == seconds {
			return interval, true
		}
	}
	return types.PerfInterval{}, false
}

// remember makes the samples of a machine that a historical query asks for, from where it really was. None are kept.
func (p *performanceManager) remember(vm *simulator.VirtualMachine, spec types.PerfQuerySpec, interval types.PerfInterval) types.BasePerfEntityMetricBase {
	m := p.center.histories[vm.Self]
	if m == nil || m.noStatistics || !interval.Enabled {
		return nil
	}
	times, samples := p.center.lives.samples(m, spec, interval)
	if len(times) == 0 {
		return nil
	}
	var ids []types.PerfMetricId
	var values [][]int64
	for _, metric := range spec.MetricId {
		if metric.Instance != "" && metric.Instance != "*" {
			continue
		}
		pick := func(s sample) int64 { return s.usage }
		if metric.CounterId == cpuUsageMhz {
			pick = func(s sample) int64 { return s.mhz }
		} else if metric.CounterId != cpuUsageAverage {
			continue
		}
		series := make([]int64, len(samples))
		for i, s := range samples {
			series[i] = pick(s)
		}
		ids, values = append(ids, types.PerfMetricId{CounterId: metric.CounterId}), append(values, series)
	}
	base := types.PerfEntityMetricBase{Entity: vm.Self}
	if spec.Format == string(types.PerfFormatCsv) {
		return csvMetric(base, times, interval.SamplingPeriod, ids, values)
	}
	answer := &types.PerfEntityMetric{PerfEntityMetricBase: base}
	for _, at := range times {
		answer.SampleInfo = append(answer.SampleInfo, types.PerfSampleInfo{Timestamp: at, Interval: interval.SamplingPeriod})
	}
	for i, id := range ids {
		answer.Value = append(answer.Value, &types.PerfMetricIntSeries{PerfMetricSeries: types.PerfMetricSeries{Id: id}, Value: values[i]})
	}
	return answer
}

func csvMetric(base types.PerfEntityMetricBase, times []time.Time, period int32, ids []types.PerfMetricId, values [][]int64) *types.PerfEntityMetricCSV {
	answer := &types.PerfEntityMetricCSV{PerfEntityMetricBase: base}
	info := make([]string, 0, 2*len(times))
	for _, at := range times {
		info = append(info, strconv.Itoa(int(period)), at.Format(time.RFC3339))
	}
	answer.SampleInfoCSV = strings.Join(info, ",")
	for i, id := range ids {
		text := make([]string, len(values[i]))
		for j, value := range values[i] {
			text[j] = strconv.FormatInt(value, 10)
		}
		answer.Value = append(answer.Value, types.PerfMetricSeriesCSV{PerfMetricSeries: types.PerfMetricSeries{Id: id}, Value: strings.Join(text, ",")})
	}
	return answer
}

// sample is cut to whole units: hundredths of a percent of all vCPUs, and MHz.
type sample struct{ usage, mhz int64 }

// samples are those after the start and not after the end, by the ends of their periods. As documented, maxSample does not matter to a
// historical query with a time range; without one it takes the newest.
func (y *year) samples(m *yearMachine, spec types.PerfQuerySpec, interval types.PerfInterval) ([]time.Time, []sample) {
	period := time.Duration(interval.SamplingPeriod) * time.Second
	now := y.clock()
	last := now
	if spec.EndTime != nil && spec.EndTime.Before(last) {
		last = *spec.EndTime
	}
	after := now.Add(-time.Duration(interval.Length) * time.Second)
	if spec.StartTime != nil && spec.StartTime.After(after) {
		after = *spec.StartTime
	}
	if first := y.date(m.ran[0].from); first.After(after) {
		after = first.Add(-time.Second)
	}
	var times []time.Time
	var found []sample
	for end := after.UTC().Truncate(period).Add(period); !end.After(last); end = end.Add(period) {
		to := end.Sub(y.now) + y.end
		if s, any := m.sample(to-period, to, y.gap); any {
			times, found = append(times, end), append(found, s)
		}
	}
	if spec.StartTime == nil && spec.EndTime == nil && spec.MaxSample > 0 && len(times) > int(spec.MaxSample) {
		skip := len(times) - int(spec.MaxSample)
		times, found = times[skip:], found[skip:]
	}
	return times, found
}

// sample is the average of the time that the machine ran in a period. Across a move MHz and percent are averaged each for itself. There is
// none of a time in which vCenter kept no statistics.
func (m *yearMachine) sample(from, to time.Duration, gap [2]time.Duration) (sample, bool) {
	if from < gap[1] && to > gap[0] {
		return sample{}, false
	}
	var total, usage, mhz float64
	first := sort.Search(len(m.ran), func(i int) bool { return m.ran[i].to > from })
	for i := first; i < len(m.ran) && m.ran[i].from < to; i++ {
		r := m.ran[i]
		begin, end := from, to
		if r.from > begin {
			begin = r.from
		}
		if r.to < end {
			end = r.to
		}
		share := (end - begin).Seconds()
		used := m.load * m.noise(i, to, to-from)
		if used > 0.99 {
			used = 0.99
		}
		full := m.saturatedFor(begin, end, to)
		turbo := 1 + (r.turbo-1)*(0.9+0.1*m.noise(-1, to, to-from))
		total += share
		usage += share * (full + (1-full)*used)
		mhz += share * (full*turbo + (1-full)*used) * float64(r.cpus) * float64(r.hz) / 1e6
	}
	if total < 20 {
		return sample{}, false
	}
	return sample{int64(math.Floor(usage / total * 10000)), int64(math.Floor(mhz / total))}, true
}

// saturatedFor is the part of a time in which a machine uses all its CPUs: then usage stops at 100 %, and MHz follow turbo.
func (m *yearMachine) saturatedFor(from, to, end time.Duration) float64 {
	switch m.saturated {
	case always:
		return 0.997 + 0.003*m.noise(-2, end, time.Hour)/2
	case someHours:
		hour := func(n int) time.Duration { return time.Duration(n) * time.Hour }
		start, length := hour(m.number/20%20), hour(1+m.number/20%9)
		var full time.Duration
		for today := from - from%day - day; today < to; today += day {
			begin, stop := today+start, today+start+time.Duration(float64(length)*m.noise(-3, today, 24*time.Hour)*0.9)
			if begin < from {
				begin = from
			}
			if stop > to {
				stop = to
			}
			if stop > begin {
				full += stop - begin
			}
		}
		return float64(full) / float64(to-from)
	}
	return 0
}

// noise is how much busier than on average a machine was, the same whenever it is asked; the longer the period the nearer to 1.
func (m *yearMachine) noise(part int, to, period time.Duration) float64 {
	hash := fnv.New64a()
	for _, n := range []int64{int64(m.number), int64(part), int64(to / time.Second), int64(period / time.Second)} {
		var bytes [8]byte
		for i := range bytes {
			bytes[i] = byte(n >> (8 * i))
		}
		_, _ = hash.Write(bytes[:])
	}
	uniform := float64(hash.Sum64()%(1<<40)) / (1 << 40)
	wide := 0.2
	if period < 6*time.Hour {
		wide = 0.6
	}
	return 1 + wide*(2*uniform-1)
}

// historyFault is what a vCenter says to who may not read statistics, or asks for an interval that it does not have.
func (p *performanceManager) historyFault(spec types.PerfQuerySpec) *soap.Fault {
	if _, known := p.historical(spec.IntervalId); !known {
		return simulator.Fault("A specified parameter was not correct: interval", &types.InvalidArgument{InvalidProperty: "interval"})
	}
	if p.center.statistics == "denied" {
		return simulator.Fault("Permission to perform this operation was denied.",
			&types.NoPermission{Object: spec.Entity, PrivilegeId: "System.View"})
	}
	return nil
}
