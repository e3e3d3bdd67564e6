package main

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/simulator/vpx"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// center is the simulated vCenter while it is being built and served.
type center struct {
	service  *simulator.Service
	instance *simulator.ServiceInstance
	ctx      *simulator.Context
	now      time.Time
	events   []types.BaseEvent
	chains   map[types.BaseEvent]types.BaseEvent
	pressure map[types.ManagedObjectReference]pressure
	labels   []label

	started    time.Time // when now was
	lives      *year     // of the year scenario only, as the histories are
	histories  map[types.ManagedObjectReference]*yearMachine
	statistics string // kept, off or denied
	logs       string // kept, rotated or denied
	keyedPaths string // known or refused
	sessions   sync.Map

	keepAnswers bool
	answers     *answers
	texts       *eventTexts

	maxQueryMetrics int
	published       map[string]string // by the machine's name, as its guest wrote it
}

type datacenter struct {
	*simulator.Datacenter
	machines *simulator.Folder
	hosts    *simulator.Folder
}

func newCenter(name, apiVersion string, maxQueryMetrics int, now time.Time) *center {
	content := vpx.ServiceContent
	content.About.ApiVersion = apiVersion
	content.About.Version = "7.0.3"
	content.About.Build = "21958406"
	content.About.FullName = "VMware vCenter Server 7.0.3 build-21958406"
	content.About.InstanceUuid = stableUUID("vcenter " + name)
	instance := simulator.NewServiceInstance(content, vpx.RootFolder)
	instance.Content.About = content.About

	c := &center{
		service:  simulator.New(instance),
		instance: instance,
		ctx: &simulator.Context{
			Context: context.Background(),
			Map:     simulator.Map,
			Session: &simulator.Session{
				UserSession: types.UserSession{UserName: "lab"},
				Registry:    simulator.NewRegistry(),
			},
		},
		now:      now,
		chains:   map[types.BaseEvent]types.BaseEvent{},
		pressure: map[types.ManagedObjectReference]pressure{},
		started:  time.Now(),

		histories: map[types.ManagedObjectReference]*yearMachine{},

		answers: newAnswers(),
		texts:   newEventTexts(),

		maxQueryMetrics: maxQueryMetrics,
	}
	settings := simulator.Map.OptionManager()
	settings.Setting = append(settings.Setting, &types.OptionValue{Key: "config.vpxd.stats.maxQueryMetrics", Value: strconv.Itoa(maxQueryMetrics)})
	return c
}

// clock is the vCenter's own: that of this machine, but in the year scenario, which has a date of its own.
func (c *center) clock() time.Time {
	if c.lives == nil {
		return time.Now()
	}
	return c.now.Add(time.Since(c.started))
}

func (c *center) ago(d time.Duration) time.Time { return c.now.Add(-d) }

func (c *center) datacenter(name string) datacenter {
	root := simulator.Map.Get(c.instance.Content.RootFolder).(*simulator.Folder)
	dc := simulator.NewDatacenter(c.ctx, &root.Folder)
	dc.Name = name
	return datacenter{
		Datacenter: dc,
		machines:   simulator.Map.Get(dc.VmFolder).(*simulator.Folder),
		hosts:      simulator.Map.Get(dc.HostFolder).(*simulator.Folder),
	}
}

func (c *center) folder(parent *simulator.Folder, name string) *simulator.Folder {
	child := &simulator.Folder{}
	child.Name = name
	child.ChildType = parent.ChildType
	simulator.Map.PutEntity(parent, child)
	parent.ChildEntity = append(parent.ChildEntity, child.Self)
	return child
}

type clusterSpec struct {
	name string
	drs  types.DrsBehavior // empty: DRS is off
	evc  string
}

func (c *center) cluster(parent *simulator.Folder, spec clusterSpec) *simulator.ClusterComputeResource {
	cluster, fault := simulator.CreateClusterComputeResource(c.ctx, parent, spec.name, types.ClusterConfigSpecEx{})
	if fault != nil {
		panic(fault)
	}
	config := clusterConfig(cluster)
	config.DrsConfig = types.ClusterDrsConfigInfo{
		Enabled:                   types.NewBool(spec.drs != ""),
		EnableVmBehaviorOverrides: types.NewBool(true),
		DefaultVmBehavior:         spec.drs,
		VmotionRate:               3,
	}
	config.DasConfig.Enabled = types.NewBool(true)
	cluster.Summary.(*types.ClusterComputeResourceSummary).CurrentEVCModeKey = spec.evc
	return cluster
}

func clusterConfig(cluster *simulator.ClusterComputeResource) *types.ClusterConfigInfoEx {
	return cluster.ConfigurationEx.(*types.ClusterConfigInfoEx)
}

// pin adds a DRS rule that keeps the machines on the hosts.
func pin(cluster *simulator.ClusterComputeResource, name string, machines []*machine, hosts []*host) {
	config := clusterConfig(cluster)
	vms := &types.ClusterVmGroup{ClusterGroupInfo: types.ClusterGroupInfo{Name: name + " VMs"}}
	for _, m := range machines {
		vms.Vm = append(vms.Vm, m.vm.Self)
	}
	group := &types.ClusterHostGroup{ClusterGroupInfo: types.ClusterGroupInfo{Name: name + " hosts"}}
	for _, h := range hosts {
		group.Host = append(group.Host, h.Self)
	}
	config.Group = append(config.Group, vms, group)
	config.Rule = append(config.Rule, &types.ClusterVmHostRuleInfo{
		ClusterRuleInfo: types.ClusterRuleInfo{
			Key:          int32(len(config.Rule) + 1),
			Status:       types.ManagedEntityStatusGreen,
			Enabled:      types.NewBool(true),
			Name:         name,
			Mandatory:    types.NewBool(true),
			UserCreated:  types.NewBool(true),
			InCompliance: types.NewBool(true),
			RuleUuid:     stableUUID("rule " + name),
		},
		VmGroupName:         vms.Name,
		AffineHostGroupName: group.Name,
	})
}

func overrideDrs(cluster *simulator.ClusterComputeResource, m *machine, behavior types.DrsBehavior) {
	config := clusterConfig(cluster)
	config.DrsVmConfig = append(config.DrsVmConfig, types.ClusterDrsVmConfigInfo{
		Key: m.vm.Self, Enabled: types.NewBool(true), Behavior: behavior,
	})
}

func get(ref types.ManagedObjectReference) mo.Entity {
	entity, _ := simulator.Map.Get(ref).(mo.Entity)
	return entity
}
