package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/simulator/esx"
	"github.com/vmware/govmomi/vim25/types"
)

type host struct {
	*simulator.HostSystem
	pool       *simulator.ResourcePool
	datacenter datacenter
	cluster    string
	traps      bool // its processor does not scale the TSC
}

type processor struct {
	model, vendor, server, maker string
	signature                    uint32 // EAX of CPUID level 1: family and model
}

var (
	gold6148  = processor{"Intel(R) Xeon(R) Gold 6148 CPU @ 2.40GHz", "intel", "ProLiant DL380 Gen10", "HPE", skylakeSP}
	gold6142  = processor{"Intel(R) Xeon(R) Gold 6142 CPU @ 2.60GHz", "intel", "ProLiant DL380 Gen10", "HPE", skylakeSP}
	gold5118  = processor{"Intel(R) Xeon(R) Gold 5118 CPU @ 2.30GHz", "intel", "PowerEdge R640", "Dell Inc.", skylakeSP}
	gold6150  = processor{"Intel(R) Xeon(R) Gold 6150 CPU @ 2.70GHz", "intel", "PowerEdge R640", "Dell Inc.", skylakeSP}
	gold6134  = processor{"Intel(R) Xeon(R) Gold 6134 CPU @ 3.20GHz", "intel", "PowerEdge R740", "Dell Inc.", skylakeSP}
	xeonE1620 = processor{"Intel(R) Xeon(R) CPU E5-1620 0 @ 3.60GHz", "intel", "PRIMERGY TX140", "FUJITSU", 0x000206D7}
	// Haswell does not scale the TSC: who is away on it is slow.
	e52630v3 = processor{"Intel(R) Xeon(R) CPU E5-2630 v3 @ 2.40GHz", "intel", "ProLiant DL380 Gen9", "HP", haswellEP}
	// Of Broadwell nobody knows: it is to be settled.
	e52640v4 = processor{"Intel(R) Xeon(R) CPU E5-2640 v4 @ 2.40GHz", "intel", "ProLiant DL380 Gen9", "HP", broadwellEP}
	e52660v3 = processor{"Intel(R) Xeon(R) CPU E5-2660 v3 @ 2.60GHz", "intel", "ProLiant DL380 Gen9", "HP", haswellEP}
)

const (
	skylakeSP = 0x00050654
	haswellEP = 0x000306F2

	broadwellEP = 0x000406F1
)

type hostSpec struct {
	name         string
	id           string // the managed object id; empty: the next one
	hz           int64
	cpu          processor
	power        string // empty: High Performance
	evc          string
	maintenance  bool
	disconnected bool
	up           time.Duration // since it was started; 0: 60 days
	used         int32         // MHz of CPU in use
	options      map[string]types.AnyType
}

// traps: every processor here that is older than Skylake-SP, but those that are open.
func (p processor) traps() bool { return p.signature < skylakeSP && p.signature != broadwellEP }

// binary writes a register as vCenter does: 0000:0000:0000:0101:0000:0110:0101:0100.
func binary(register uint32) string {
	digits := fmt.Sprintf("%032b", register)
	var groups []string
	for at := 0; at < len(digits); at += 4 {
		groups = append(groups, digits[at:at+4])
	}
	return strings.Join(groups, ":")
}

func (c *center) clusterHost(dc datacenter, cluster *simulator.ClusterComputeResource, spec hostSpec) *host {
	system := simulator.NewHostSystem(esx.HostSystem)
	system.Summary.Config.Name = spec.name
	simulator.Map.NewEntity(system)
	if spec.id != "" {
		system.Self.Value = spec.id
	}
	simulator.Map.PutEntity(cluster, system)
	cluster.Host = append(cluster.Host, system.Self)
	system.Network = cluster.Network[:1]
	c.shape(system, spec)
	return &host{system, poolOf(*cluster.ResourcePool), dc, cluster.Name, spec.cpu.traps()}
}

func (c *center) standaloneHost(dc datacenter, spec hostSpec) *host {
	system, fault := simulator.CreateStandaloneHost(c.ctx, dc.hosts, types.HostConnectSpec{HostName: spec.name})
	if fault != nil {
		panic(fault)
	}
	c.shape(system, spec)
	resource := simulator.Map.Get(*system.Parent)
	return &host{system, poolOf(*resourcePool(resource)), dc, "", spec.cpu.traps()}
}

// shape writes the spec into a host; what the library shares between hosts is copied first.
func (c *center) shape(h *simulator.HostSystem, spec hostSpec) {
	id := stableUUID("host " + spec.name)
	h.Name = spec.name
	h.Summary.Config.Name = spec.name
	h.Summary.Host = &h.Self
	h.Summary.CurrentEVCModeKey = spec.evc

	h.Hardware.SystemInfo.Uuid = id
	h.Hardware.SystemInfo.Vendor = spec.cpu.maker
	h.Hardware.SystemInfo.Model = spec.cpu.server
	h.Hardware.CpuInfo = types.HostCpuInfo{NumCpuPackages: 2, NumCpuCores: 40, NumCpuThreads: 80, Hz: spec.hz}
	power := spec.power
	if power == "" {
		power = "High Performance"
	}
	h.Hardware.CpuPowerManagementInfo = &types.HostCpuPowerManagementInfo{
		CurrentPolicy:   power,
		HardwareSupport: "ACPI P-states, ACPI C-states",
	}
	packages := make([]types.HostCpuPackage, 2)
	for i := range packages {
		packages[i] = types.HostCpuPackage{
			Index: int16(i), Vendor: spec.cpu.vendor, Hz: spec.hz, BusHz: 100_000_000, Description: spec.cpu.model, ThreadId: []int16{int16(i)},
		}
	}
	h.Hardware.CpuPkg = packages
	features := append([]types.HostCpuIdInfo{}, h.Hardware.CpuFeature...)
	for i := range features {
		if features[i].Level == 1 {
			features[i].Eax = binary(spec.cpu.signature)
		}
	}
	h.Hardware.CpuFeature = features

	s := h.Summary.Hardware
	s.Uuid, s.Vendor, s.Model, s.CpuModel = id, spec.cpu.maker, spec.cpu.server, spec.cpu.model
	s.CpuMhz = int32(spec.hz / 1_000_000)
	s.NumCpuPkgs, s.NumCpuCores, s.NumCpuThreads = 2, 40, 80

	product := types.AboutInfo{
		Name: "VMware ESXi", FullName: "VMware ESXi 7.0.3 build-21930508", Vendor: "VMware, Inc.", Version: "7.0.3", Build: "21930508",
		OsType: "vmnix-x86", ProductLineId: "embeddedEsx", ApiType: "HostAgent", ApiVersion: "7.0.3.0",
	}
	h.Config.Product = product
	h.Summary.Config.Product = &product
	h.Config.Option = append([]types.BaseOptionValue{}, commonOptions...)
	for key, value := range spec.options {
		h.Config.Option = append(h.Config.Option, &types.OptionValue{Key: key, Value: value})
	}

	h.Summary.QuickStats.OverallCpuUsage = spec.used
	up := spec.up
	if up == 0 {
		up = 60 * day
	}
	boot := c.ago(up)
	h.Runtime.BootTime = &boot
	h.Runtime.InMaintenanceMode = spec.maintenance
	h.Runtime.ConnectionState = types.HostSystemConnectionStateConnected
	if spec.disconnected {
		h.Runtime.ConnectionState = types.HostSystemConnectionStateDisconnected
	}
	h.Summary.Runtime = &h.Runtime
}

// commonOptions are a few of the hundreds that every host has.
var commonOptions = []types.BaseOptionValue{
	&types.OptionValue{Key: "Net.TcpipHeapSize", Value: "32"},
	&types.OptionValue{Key: "UserVars.SuppressShellWarning", Value: "0"},
	&types.OptionValue{Key: "VMkernel.Boot.hyperthreading", Value: "true"},
}
