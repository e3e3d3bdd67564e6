package main

import (
	"time"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

const day = 24 * time.Hour

type machine struct {
	vm     *simulator.VirtualMachine
	host   *host
	spec   machineSpec
	events []types.BaseEvent
}

type machineSpec struct {
	name            string
	id              string // the managed object id; empty: the next one
	host            *host  // the present one
	folder          *simulator.Folder
	up              time.Duration // since power-on; 0 without a boot time
	power           types.VirtualMachinePowerState
	guestID         string
	hardware        string
	cpus            int32
	settings        []setting
	uuid            string
	instanceUUID    string
	ftRole          int32 // 1 primary, 2 secondary of a fault tolerance pair; 0 outside of one
	guestName       string
	limitMhz        int64
	latencyHigh     bool
	template        bool
	inaccessible    bool
	bootSummaryOnly bool
	pressure        *pressure
}

// machine puts a virtual machine into the inventory, without files, devices or events of the library's own.
func (c *center) machine(spec machineSpec) *machine {
	withDefaults(&spec)
	if value, found := c.publishedBy(spec.name); found {
		spec.settings = append(append([]setting{}, spec.settings...), setting{"guestinfo.timerprobe.check", value})
	}
	vm := &simulator.VirtualMachine{}
	vm.Name = spec.name
	host := spec.host.Self
	vm.ResourcePool = &spec.host.pool.Self
	vm.Runtime = types.VirtualMachineRuntimeInfo{
		Host:                  &host,
		ConnectionState:       types.VirtualMachineConnectionStateConnected,
		PowerState:            spec.power,
		MaxCpuUsage:           spec.host.Summary.Hardware.CpuMhz * spec.cpus,
		MinRequiredEVCModeKey: spec.host.Summary.CurrentEVCModeKey,
	}
	if spec.up > 0 {
		boot := c.ago(spec.up)
		vm.Runtime.BootTime = &boot
	}
	if spec.power == types.VirtualMachinePowerStateSuspended {
		suspended := c.ago(2 * day)
		vm.Runtime.SuspendTime = &suspended
	}
	vm.Config = config(spec)
	vm.Guest = guest(spec)
	vm.Summary.Config = types.VirtualMachineConfigSummary{
		Name: spec.name, Template: spec.template, Uuid: spec.uuid, InstanceUuid: vm.Config.InstanceUuid,
		GuestId: spec.guestID, GuestFullName: spec.guestID, NumCpu: spec.cpus, MemorySizeMB: 8192,
	}
	vm.Summary.Guest = &types.VirtualMachineGuestSummary{HostName: vm.Guest.HostName, ToolsRunningStatus: vm.Guest.ToolsRunningStatus}

	if spec.host.Runtime.ConnectionState == types.HostSystemConnectionStateDisconnected {
		vm.Runtime.ConnectionState = types.VirtualMachineConnectionStateDisconnected
	}
	if spec.inaccessible {
		vm.Runtime.ConnectionState = types.VirtualMachineConnectionStateInaccessible
		vm.Config, vm.Guest, vm.Summary.Guest = nil, nil, nil
	}
	vm.Summary.Runtime = vm.Runtime
	if spec.bootSummaryOnly {
		vm.Runtime.BootTime = nil
	}

	if spec.id != "" {
		vm.Self = types.ManagedObjectReference{Type: "VirtualMachine", Value: spec.id}
	}
	simulator.Map.PutEntity(spec.folder, vm)
	vm.Summary.Vm = &vm.Self
	spec.folder.ChildEntity = append(spec.folder.ChildEntity, vm.Self)
	spec.host.Vm = append(spec.host.Vm, vm.Self)
	spec.host.pool.Vm = append(spec.host.pool.Vm, vm.Self)
	if spec.pressure != nil {
		c.pressure[vm.Self] = *spec.pressure
	}
	return &machine{vm: vm, host: spec.host, spec: spec}
}

func withDefaults(spec *machineSpec) {
	if spec.folder == nil {
		spec.folder = spec.host.datacenter.machines
	}
	if spec.power == "" {
		spec.power = types.VirtualMachinePowerStatePoweredOn
	}
	if spec.guestID == "" {
		spec.guestID = "windows2019srv_64Guest"
	}
	if spec.hardware == "" {
		spec.hardware = "vmx-19"
	}
	if spec.cpus == 0 {
		spec.cpus = 4
	}
	if spec.uuid == "" {
		spec.uuid = stableUUID("vm " + spec.folder.Self.Value + spec.name)
	}
	if spec.instanceUUID == "" {
		spec.instanceUUID = stableUUID("instance " + spec.folder.Self.Value + spec.name)
	}
}

// publishedBy is what the guest of a machine left with its hypervisor.
func (c *center) publishedBy(name string) (string, bool) {
	if value, found := c.published[name]; found {
		return value, true
	}
	value, found := c.published["*"]
	return value, found
}

func config(spec machineSpec) *types.VirtualMachineConfigInfo {
	limit := int64(-1)
	if spec.limitMhz > 0 {
		limit = spec.limitMhz
	}
	latency := types.LatencySensitivitySensitivityLevelNormal
	if spec.latencyHigh {
		latency = types.LatencySensitivitySensitivityLevelHigh
	}
	info := &types.VirtualMachineConfigInfo{
		ChangeVersion: "2026-01-01T00:00:00Z",
		Name:          spec.name,
		GuestFullName: spec.guestID,
		GuestId:       spec.guestID,
		Version:       spec.hardware,
		Uuid:          spec.uuid,
		InstanceUuid:  spec.instanceUUID,
		Template:      spec.template,
		Hardware:      types.VirtualHardware{NumCPU: spec.cpus, NumCoresPerSocket: spec.cpus, MemoryMB: 8192},
		CpuAllocation: &types.ResourceAllocationInfo{
			Reservation:           types.NewInt64(0),
			ExpandableReservation: types.NewBool(false),
			Limit:                 types.NewInt64(limit),
			Shares:                &types.SharesInfo{Shares: 1000 * spec.cpus, Level: types.SharesLevelNormal},
		},
		LatencySensitivity: &types.LatencySensitivity{Level: latency},
		ExtraConfig:        extraConfig(spec.name, spec.settings),
		Files:              files(spec.name),
	}
	if spec.ftRole > 0 {
		info.FtInfo = &types.FaultToleranceConfigInfo{Role: spec.ftRole, InstanceUuids: []string{spec.instanceUUID}, ConfigPaths: []string{spec.name + ".vmx"}}
	}
	return info
}

func guest(spec machineSpec) *types.GuestInfo {
	if spec.power != types.VirtualMachinePowerStatePoweredOn {
		return &types.GuestInfo{
			GuestState:         "notRunning",
			ToolsRunningStatus: string(types.VirtualMachineToolsRunningStatusGuestToolsNotRunning),
		}
	}
	return &types.GuestInfo{
		GuestState:         "running",
		HostName:           spec.guestName,
		ToolsRunningStatus: string(types.VirtualMachineToolsRunningStatusGuestToolsRunning),
	}
}

func poolOf(ref types.ManagedObjectReference) *simulator.ResourcePool {
	return simulator.Map.Get(ref).(*simulator.ResourcePool)
}

func resourcePool(resource mo.Reference) *types.ManagedObjectReference {
	return resource.(*mo.ComputeResource).ResourcePool
}

// stableUUID is the same in every run.
func stableUUID(s string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(s)).String()
}
