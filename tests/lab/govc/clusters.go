package main

import (
	"fmt"

	"github.com/vmware/govmomi/object"
	"github.com/vmware/govmomi/property"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

func (c *client) configuration(a arguments) (*object.ClusterComputeResource, *types.ClusterConfigInfoEx, error) {
	cluster, err := c.finder.ClusterComputeResource(c.ctx, a.cluster)
	if err != nil {
		return nil, nil, err
	}
	config, err := cluster.Configuration(c.ctx)
	return cluster, config, err
}

// listGroups tells the groups of a cluster, or by a group's name the names of its members.
func (c *client) listGroups(a arguments) error {
	_, config, err := c.configuration(a)
	if err != nil {
		return err
	}
	if a.name != "" {
		_, members, err := group(config, a.name)
		if err != nil {
			return err
		}
		names, err := c.names(*members)
		writeLines(names)
		return err
	}
	for _, each := range config.Group {
		fmt.Println(each.GetClusterGroupInfo().Name)
	}
	return nil
}

func (c *client) createGroup(a arguments) error {
	cluster, _, err := c.configuration(a)
	if err != nil {
		return err
	}
	info, kind := types.BaseClusterGroupInfo(&types.ClusterVmGroup{}), "VirtualMachine"
	if a.hosts {
		info, kind = &types.ClusterHostGroup{}, "HostSystem"
	}
	info.GetClusterGroupInfo().Name = a.name
	return c.writeGroup(cluster, types.ArrayUpdateOperationAdd, info, kind, a.rest)
}

// changeGroup sets the members of a group: those that are not named leave it.
func (c *client) changeGroup(a arguments) error {
	cluster, config, err := c.configuration(a)
	if err != nil {
		return err
	}
	info, _, err := group(config, a.name)
	if err != nil {
		return err
	}
	kind := "VirtualMachine"
	if _, isOfHosts := info.(*types.ClusterHostGroup); isOfHosts {
		kind = "HostSystem"
	}
	return c.writeGroup(cluster, types.ArrayUpdateOperationEdit, info, kind, a.rest)
}

// writeGroup finds the members as govc does: by their names alone, among the objects of the cluster, the last of a name.
func (c *client) writeGroup(
	cluster *object.ClusterComputeResource, operation types.ArrayUpdateOperation, info types.BaseClusterGroupInfo, kind string, names []string) error {
	entities, err := c.entities(cluster.Reference(), kind)
	if err != nil {
		return err
	}
	byName := map[string]types.ManagedObjectReference{}
	for _, entity := range entities {
		byName[entity.Name] = entity.Self
	}
	var members []types.ManagedObjectReference
	for _, name := range names {
		ref, found := byName[name]
		if !found {
			return fmt.Errorf("%s %q not found", kind, name)
		}
		members = append(members, ref)
	}
	*membersOf(info) = members
	return c.reconfigure(cluster, &types.ClusterConfigSpecEx{
		GroupSpec: []types.ClusterGroupSpec{{ArrayUpdateSpec: types.ArrayUpdateSpec{Operation: operation}, Info: info}},
	})
}

func (c *client) listRules(a arguments) error {
	_, config, err := c.configuration(a)
	if err != nil {
		return err
	}
	for _, each := range config.Rule {
		fmt.Println(each.GetClusterRuleInfo().Name)
	}
	return nil
}

func (c *client) createRule(a arguments) error {
	cluster, config, err := c.configuration(a)
	if err != nil {
		return err
	}
	if !a.vmHost {
		return fmt.Errorf("only -vm-host rules are here")
	}
	// As vCenter does, which the simulator does not.
	for _, name := range []string{a.machineGroup, a.affineHostsGroup} {
		if _, _, err := group(config, name); err != nil {
			return err
		}
	}
	rule := &types.ClusterVmHostRuleInfo{VmGroupName: a.machineGroup, AffineHostGroupName: a.affineHostsGroup}
	rule.Name = a.name
	rule.Enabled = types.NewBool(a.enabled)
	rule.Mandatory = types.NewBool(false)
	rule.UserCreated = types.NewBool(true)
	return c.reconfigure(cluster, &types.ClusterConfigSpecEx{
		RulesSpec: []types.ClusterRuleSpec{{ArrayUpdateSpec: types.ArrayUpdateSpec{Operation: types.ArrayUpdateOperationAdd}, Info: rule}},
	})
}

func (c *client) reconfigure(cluster *object.ClusterComputeResource, spec *types.ClusterConfigSpecEx) error {
	task, err := cluster.Reconfigure(c.ctx, spec, true)
	if err != nil {
		return err
	}
	_, err = task.WaitForResult(c.ctx, nil)
	return err
}

func (c *client) names(refs []types.ManagedObjectReference) ([]string, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	var entities []mo.ManagedEntity
	if err := property.DefaultCollector(c.Client).Retrieve(c.ctx, refs, []string{"name"}, &entities); err != nil {
		return nil, err
	}
	var names []string
	for _, entity := range entities {
		names = append(names, entity.Name)
	}
	return names, nil
}

func group(config *types.ClusterConfigInfoEx, name string) (types.BaseClusterGroupInfo, *[]types.ManagedObjectReference, error) {
	for _, each := range config.Group {
		if each.GetClusterGroupInfo().Name == name {
			return each, membersOf(each), nil
		}
	}
	return nil, nil, fmt.Errorf("group %q not found", name)
}

func membersOf(info types.BaseClusterGroupInfo) *[]types.ManagedObjectReference {
	if hosts, isOfHosts := info.(*types.ClusterHostGroup); isOfHosts {
		return &hosts.Host
	}
	return &info.(*types.ClusterVmGroup).Vm
}
