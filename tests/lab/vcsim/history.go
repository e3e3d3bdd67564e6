package main

import (
	"reflect"
	"sync/atomic"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

const (
	pageLimit           = 1000
	collectorsOfSession = 32
)

// eventManager is one session's view of the events. The library's own keeps 1,000, ignores the time filter and the ids of
// EventEx, and hands out the page size at most.
type eventManager struct {
	mo.EventManager
	center     *center
	collectors atomic.Int32
}

type eventCollector struct {
	mo.EventHistoryCollector
	manager  *eventManager
	events   []types.BaseEvent // oldest first
	position int
}

func newEventManager(c *center) *eventManager {
	m := &eventManager{center: c}
	m.Self = *c.instance.Content.EventManager
	m.Description = simulator.Map.EventManager().Description
	m.MaxCollector = collectorsOfSession
	return m
}

func (m *eventManager) CreateCollectorForEvents(ctx *simulator.Context, req *types.CreateCollectorForEvents) soap.HasFault {
	body := new(methods.CreateCollectorForEventsBody)
	if m.collectors.Add(1) > collectorsOfSession {
		m.collectors.Add(-1)
		body.Fault_ = simulator.Fault("Too many event collectors", new(types.InvalidState))
		return body
	}
	collector := &eventCollector{manager: m, events: m.matching(&req.Filter)}
	collector.Self.Type = "EventHistoryCollector"
	collector.Filter = req.Filter
	collector.LatestPage = newest(collector.events, 10)
	body.Res = &types.CreateCollectorForEventsResponse{Returnval: ctx.Session.Put(collector).Reference()}
	return body
}

func (m *eventManager) QueryEvents(_ *simulator.Context, req *types.QueryEvents) soap.HasFault {
	return &methods.QueryEventsBody{Res: &types.QueryEventsResponse{Returnval: newest(m.matching(&req.Filter), pageLimit)}}
}

func (c *eventCollector) ReadNextEvents(_ *simulator.Context, req *types.ReadNextEvents) soap.HasFault {
	if fault := badPageSize(req.MaxCount); fault != nil {
		return &methods.ReadNextEventsBody{Fault_: fault}
	}
	from := c.position
	c.position = min(from+int(req.MaxCount), len(c.events))
	text := c.manager.center.texts.page(c.events[from:c.position])
	return &encodedBody[ReadNextEventsResponse]{&ReadNextEventsResponse{text}}
}

func (c *eventCollector) ReadPreviousEvents(_ *simulator.Context, req *types.ReadPreviousEvents) soap.HasFault {
	body := new(methods.ReadPreviousEventsBody)
	if body.Fault_ = badPageSize(req.MaxCount); body.Fault_ == nil {
		to := c.position
		c.position = to - min(int(req.MaxCount), to)
		body.Res = &types.ReadPreviousEventsResponse{Returnval: c.events[c.position:to]}
	}
	return body
}

func (c *eventCollector) RewindCollector(*simulator.Context, *types.RewindCollector) soap.HasFault {
	c.position = 0
	return &methods.RewindCollectorBody{Res: new(types.RewindCollectorResponse)}
}

func (c *eventCollector) ResetCollector(*simulator.Context, *types.ResetCollector) soap.HasFault {
	c.position = len(c.events) - len(c.LatestPage)
	return &methods.ResetCollectorBody{Res: new(types.ResetCollectorResponse)}
}

func (c *eventCollector) SetCollectorPageSize(_ *simulator.Context, req *types.SetCollectorPageSize) soap.HasFault {
	body := new(methods.SetCollectorPageSizeBody)
	if body.Fault_ = badPageSize(req.MaxCount); body.Fault_ == nil {
		c.LatestPage = newest(c.events, int(req.MaxCount))
		body.Res = new(types.SetCollectorPageSizeResponse)
	}
	return body
}

func (c *eventCollector) DestroyCollector(ctx *simulator.Context, req *types.DestroyCollector) soap.HasFault {
	ctx.Session.Remove(req.This)
	c.manager.collectors.Add(-1)
	return &methods.DestroyCollectorBody{Res: new(types.DestroyCollectorResponse)}
}

func (m *eventManager) matching(filter *types.EventFilterSpec) []types.BaseEvent {
	wanted := map[string]bool{}
	for _, id := range append(append([]string{}, filter.EventTypeId...), filter.Type...) {
		wanted[id] = true
	}
	var found []types.BaseEvent
	for _, event := range m.center.events {
		if (len(wanted) == 0 || wanted[typeID(event)]) && inWindow(event, filter.Time) && about(event, filter.Entity) {
			if filter.DisableFullMessage != nil && *filter.DisableFullMessage {
				event = m.center.texts.withoutMessage(event)
			}
			found = append(found, event)
		}
	}
	if filter.MaxCount > 0 {
		found = newest(found, int(filter.MaxCount))
	}
	return found
}

func typeID(event types.BaseEvent) string {
	if extended, ok := event.(*types.EventEx); ok {
		return extended.EventTypeId
	}
	return reflect.TypeOf(event).Elem().Name()
}

func inWindow(event types.BaseEvent, window *types.EventFilterSpecByTime) bool {
	at := event.GetEvent().CreatedTime
	return window == nil ||
		(window.BeginTime == nil || !at.Before(*window.BeginTime)) && (window.EndTime == nil || !at.After(*window.EndTime))
}

// about says whether the event's machine or host is the entity or, unless only the entity itself is asked for, below it.
func about(event types.BaseEvent, filter *types.EventFilterSpecByEntity) bool {
	if filter == nil {
		return true
	}
	e := event.GetEvent()
	for _, subject := range []*types.ManagedObjectReference{&e.Vm.Vm, &e.Host.Host} {
		for depth := 0; subject != nil; depth++ {
			if *subject == filter.Entity {
				return true
			}
			entity := get(*subject)
			if entity == nil || depth > 0 && filter.Recursion == types.EventFilterSpecRecursionOptionSelf {
				break
			}
			subject = entity.Entity().Parent
		}
	}
	return false
}

func newest(events []types.BaseEvent, count int) []types.BaseEvent {
	return events[len(events)-min(count, len(events)):]
}

func badPageSize(count int32) *soap.Fault {
	if count > 0 && count <= pageLimit {
		return nil
	}
	return simulator.Fault("", &types.InvalidArgument{InvalidProperty: "maxCount"})
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
