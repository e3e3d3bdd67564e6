package main

import (
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

const (
	cpuUsageAverage  = 2
	cpuUsageMhz      = 6
	cpuReady         = 12
	cpuCostop        = 399
	cpuMaxLimited    = 400
	realtimeInterval = 20
	samplesKept      = 180
)

// pressure is what a machine's realtime CPU counters say, in percent: usage of the whole machine, the others per vCPU.
type pressure struct {
	usage, ready, costop, maxLimited float64
}

var calm = pressure{usage: 12, ready: 0.2}

// performanceManager answers with figures that the scenario chose; the library's are noise, and co-stop is missing there.
type performanceManager struct {
	simulator.PerformanceManager
	center *center
}

func newPerformanceManager(c *center) *performanceManager {
	ref := *c.instance.Content.PerfManager
	p := &performanceManager{*simulator.Map.Get(ref).(*simulator.PerformanceManager), c}
	p.HistoricalInterval = append([]types.PerfInterval{}, historicalIntervals...)
	if c.statistics == "off" {
		for i := range p.HistoricalInterval {
			p.HistoricalInterval[i].Enabled, p.HistoricalInterval[i].Level = false, 0
		}
	}
	return p
}

func (p *performanceManager) QueryPerf(_ *simulator.Context, req *types.QueryPerf) soap.HasFault {
	body := new(methods.QueryPerfBody)
	asked := 0
	for _, spec := range req.QuerySpec {
		asked += len(spec.MetricId)
	}
	if limit := p.center.maxQueryMetrics; limit > 0 && asked > limit {
		body.Fault_ = simulator.Fault("A specified parameter was not correct: querySpec.size",
			&types.InvalidArgument{InvalidProperty: "querySpec.size"})
		return body
	}
	body.Res = new(types.QueryPerfResponse)
	for _, spec := range req.QuerySpec {
		vm, ok := simulator.Map.Get(spec.Entity).(*simulator.VirtualMachine)
		if spec.IntervalId > realtimeInterval {
			if body.Fault_ = p.historyFault(spec); body.Fault_ != nil {
				body.Res = nil
				return body
			}
			if ok {
				interval, _ := p.historical(spec.IntervalId)
				if found := p.remember(vm, spec, interval); found != nil {
					body.Res.Returnval = append(body.Res.Returnval, found)
				}
			}
			continue
		}
		if ok && vm.Runtime.PowerState == types.VirtualMachinePowerStatePoweredOn {
			body.Res.Returnval = append(body.Res.Returnval, p.measure(vm, spec))
		}
	}
	return body
}

func (p *performanceManager) measure(vm *simulator.VirtualMachine, spec types.PerfQuerySpec) *types.PerfEntityMetric {
	figures, special := p.center.pressure[vm.Self]
	if !special {
		figures = calm
	}
	count := samplesKept
	if spec.MaxSample > 0 {
		count = min(int(spec.MaxSample), samplesKept)
	}
	answer := &types.PerfEntityMetric{PerfEntityMetricBase: types.PerfEntityMetricBase{Entity: vm.Self}}
	last := p.center.clock().UTC().Truncate(realtimeInterval * time.Second)
	for i := count - 1; i >= 0; i-- {
		at := last.Add(-time.Duration(i) * realtimeInterval * time.Second)
		answer.SampleInfo = append(answer.SampleInfo, types.PerfSampleInfo{Timestamp: at, Interval: realtimeInterval})
	}
	for _, metric := range spec.MetricId {
		value, known := figures.counter(metric.CounterId, vm.Summary.Config.NumCpu)
		if !known {
			continue
		}
		series := &types.PerfMetricIntSeries{PerfMetricSeries: types.PerfMetricSeries{Id: types.PerfMetricId{CounterId: metric.CounterId}}}
		for range answer.SampleInfo {
			series.Value = append(series.Value, value)
		}
		answer.Value = append(answer.Value, series)
	}
	return answer
}

// QueryAvailablePerfMetric names the counters kept; the library's needs datastores, which these machines lack.
func (p *performanceManager) QueryAvailablePerfMetric(_ *simulator.Context, req *types.QueryAvailablePerfMetric) soap.HasFault {
	body := &methods.QueryAvailablePerfMetricBody{Res: new(types.QueryAvailablePerfMetricResponse)}
	if req.Entity.Type == "VirtualMachine" {
		for _, id := range []int32{cpuUsageAverage, cpuReady, cpuCostop, cpuMaxLimited} {
			body.Res.Returnval = append(body.Res.Returnval, types.PerfMetricId{CounterId: id})
		}
	}
	return body
}

// counter is in the unit of the counter: hundredths of a percent for usage, milliseconds of all vCPUs together for the rest.
// It is never 0: the library's encoder drops zeros from a series.
func (p pressure) counter(id, cpus int32) (int64, bool) {
	milliseconds := func(percent float64) int64 { return 1 + int64(percent/100*realtimeInterval*1000*float64(cpus)) }
	switch id {
	case cpuUsageAverage:
		return 1 + int64(p.usage*100), true
	case cpuReady:
		return milliseconds(p.ready), true
	case cpuCostop:
		return milliseconds(p.costop), true
	case cpuMaxLimited:
		return milliseconds(p.maxLimited), true
	}
	return 0, false
}
