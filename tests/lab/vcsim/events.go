package main

import (
	"fmt"
	"sort"
	"time"

	"github.com/vmware/govmomi/vim25/types"
)

// happening is one event in a machine's life. vCenter's events of a move carry the destination as host and the origin as
// sourceHost.
type happening struct {
	ago   time.Duration
	host  *host
	event func(types.VmEvent, *machine) types.BaseEvent
}

func poweredOn(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent { return &types.VmPoweredOnEvent{VmEvent: e} }}
}

func drsPoweredOn(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent {
		return &types.DrsVmPoweredOnEvent{VmPoweredOnEvent: types.VmPoweredOnEvent{VmEvent: e}}
	}}
}

func restartedElsewhere(ago time.Duration, from, to *host) happening {
	return happening{ago, to, func(e types.VmEvent, _ *machine) types.BaseEvent {
		return &types.VmRestartedOnAlternateHostEvent{VmPoweredOnEvent: types.VmPoweredOnEvent{VmEvent: e}, SourceHost: *from.argument()}
	}}
}

func restartedByHA(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, m *machine) types.BaseEvent {
		return &types.EventEx{
			Event:       e.Event,
			EventTypeId: "com.vmware.vc.ha.VmRestartedByHAEvent",
			Severity:    "warning",
			ObjectId:    m.vm.Self.Value,
			ObjectType:  m.vm.Self.Type,
			ObjectName:  m.vm.Name,
		}
	}}
}

func migrated(ago time.Duration, from, to *host) happening {
	return happening{ago, to, func(e types.VmEvent, _ *machine) types.BaseEvent {
		return &types.VmMigratedEvent{VmEvent: e, SourceHost: *from.argument(), SourceDatacenter: from.datacenterArgument()}
	}}
}

func drsMigrated(ago time.Duration, from, to *host) happening {
	return happening{ago, to, func(e types.VmEvent, _ *machine) types.BaseEvent {
		return &types.DrsVmMigratedEvent{VmMigratedEvent: types.VmMigratedEvent{
			VmEvent: e, SourceHost: *from.argument(), SourceDatacenter: from.datacenterArgument(),
		}}
	}}
}

func relocated(ago time.Duration, from, to *host) happening {
	return happening{ago, to, func(e types.VmEvent, _ *machine) types.BaseEvent {
		return &types.VmRelocatedEvent{
			VmRelocateSpecEvent: types.VmRelocateSpecEvent{VmEvent: e},
			SourceHost:          *from.argument(), SourceDatacenter: from.datacenterArgument(),
		}
	}}
}

func suspended(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent { return &types.VmSuspendedEvent{VmEvent: e} }}
}

func resuming(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent { return &types.VmResumingEvent{VmEvent: e} }}
}

func poweredOff(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent { return &types.VmPoweredOffEvent{VmEvent: e} }}
}

func reconfigured(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent { return &types.VmReconfiguredEvent{VmEvent: e} }}
}

// task is how a snapshot revert shows: it has no event class of its own.
func task(ago time.Duration, on *host, descriptionID string) happening {
	return happening{ago, on, func(e types.VmEvent, m *machine) types.BaseEvent {
		key := fmt.Sprintf("task-%s", m.vm.Self.Value)
		return &types.TaskEvent{Event: e.Event, Info: types.TaskInfo{
			Key:           key,
			Task:          types.ManagedObjectReference{Type: "Task", Value: key},
			DescriptionId: descriptionID,
			Entity:        &m.vm.Self,
			EntityName:    m.vm.Name,
			State:         types.TaskInfoStateQueued,
			Reason:        &types.TaskReasonUser{UserName: e.UserName},
			QueueTime:     e.CreatedTime,
		}}
	}}
}

// resetting is posted before the power-on event of a reset, which has no power-off.
func resetting(ago time.Duration, on *host) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent { return &types.VmResettingEvent{VmEvent: e} }}
}

func revertedToSnapshot(ago time.Duration, on *host) happening {
	return task(ago, on, "VirtualMachine.revertToSnapshot")
}

func failedOver(ago time.Duration, to *host) happening {
	return happening{ago, to, func(e types.VmEvent, _ *machine) types.BaseEvent {
		return &types.VmPrimaryFailoverEvent{VmEvent: e, Reason: "lostHost"}
	}}
}

func instantCloned(ago time.Duration, on *host, source string) happening {
	return happening{ago, on, func(e types.VmEvent, _ *machine) types.BaseEvent {
		return &types.EventEx{
			Event:       e.Event,
			EventTypeId: "com.vmware.vc.VmInstantClonedEvent",
			Severity:    "info",
			Arguments:   []types.KeyAnyValue{{Key: "srcVmName", Value: source}},
		}
	}}
}

// chain makes events part of what another event, a task, began.
func (c *center) chain(events []types.BaseEvent, to types.BaseEvent) {
	for _, event := range events {
		c.chains[event] = to
	}
}

func (c *center) record(m *machine, happenings ...happening) []types.BaseEvent {
	from := len(c.events)
	for _, h := range happenings {
		event := h.event(types.VmEvent{Event: types.Event{
			CreatedTime:     c.ago(h.ago),
			UserName:        "VSPHERE.LOCAL\\operator",
			Datacenter:      h.host.datacenterArgument(),
			ComputeResource: h.host.resourceArgument(),
			Host:            h.host.argument(),
			Vm: &types.VmEventArgument{
				EntityEventArgument: types.EntityEventArgument{Name: m.vm.Name},
				Vm:                  m.vm.Self,
			},
		}}, m)
		event.GetEvent().FullFormattedMessage = fmt.Sprintf("%T of %s on %s", event, m.vm.Name, h.host.Name)
		c.events = append(c.events, event)
	}
	return append([]types.BaseEvent{}, c.events[from:]...)
}

// orderEvents numbers the events as vCenter does: the older the smaller.
func (c *center) orderEvents() {
	sort.SliceStable(c.events, func(i, j int) bool {
		return c.events[i].GetEvent().CreatedTime.Before(c.events[j].GetEvent().CreatedTime)
	})
	for i, event := range c.events {
		event.GetEvent().Key = int32(i + 1)
		event.GetEvent().ChainId = int32(i + 1)
	}
	for event, first := range c.chains {
		event.GetEvent().ChainId = first.GetEvent().Key
	}
}

func (h *host) argument() *types.HostEventArgument {
	return &types.HostEventArgument{Host: h.Self, EntityEventArgument: types.EntityEventArgument{Name: h.Name}}
}

func (h *host) resourceArgument() *types.ComputeResourceEventArgument {
	name := h.cluster
	if name == "" {
		name = h.Name
	}
	return &types.ComputeResourceEventArgument{ComputeResource: *h.Parent, EntityEventArgument: types.EntityEventArgument{Name: name}}
}

func (h *host) datacenterArgument() *types.DatacenterEventArgument {
	return &types.DatacenterEventArgument{
		Datacenter: h.datacenter.Self, EntityEventArgument: types.EntityEventArgument{Name: h.datacenter.Name},
	}
}
