package main

import (
	"errors"
	"fmt"

	"github.com/vmware/govmomi/find"
	"github.com/vmware/govmomi/object"
	"github.com/vmware/govmomi/property"
	"github.com/vmware/govmomi/view"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/types"
)

// ls tells the inventory path of each object with these references.
func (c *client) ls(a arguments) error {
	if !a.byReference {
		return errors.New("only ls -L is here")
	}
	for _, argument := range a.rest {
		ref, err := reference(argument)
		if err != nil {
			return err
		}
		path, err := find.InventoryPath(c.ctx, c.Client, ref)
		if err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// find tells the inventory paths of all machines (m) or hosts (h).
func (c *client) find(a arguments) error {
	kind := map[string]string{"m": "VirtualMachine", "h": "HostSystem"}[a.kind]
	if kind == "" || len(a.rest) != 1 || a.rest[0] != "/" {
		return errors.New("only find / -type m or h is here")
	}
	entities, err := c.entities(c.ServiceContent.RootFolder, kind)
	if err != nil {
		return err
	}
	for _, entity := range entities {
		path, err := find.InventoryPath(c.ctx, c.Client, entity.Self)
		if err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// collect tells a property's value.
func (c *client) collect(a arguments) error {
	if !a.simple || len(a.rest) != 2 {
		return errors.New("only object.collect -s of one property is here")
	}
	ref, err := reference(a.rest[0])
	if err != nil {
		return err
	}
	var content []types.ObjectContent
	if err := property.DefaultCollector(c.Client).RetrieveOne(c.ctx, ref, a.rest[1:], &content); err != nil {
		return err
	}
	for _, each := range content {
		for _, found := range each.PropSet {
			if value, isReference := found.Val.(types.ManagedObjectReference); isReference {
				fmt.Println(value.String())
			} else {
				fmt.Println(found.Val)
			}
		}
	}
	return nil
}

// migrate moves one machine to a host of its cluster, and to that host's resource pool.
func (c *client) migrate(a arguments) error {
	found, err := object.NewSearchIndex(c.Client).FindByInventoryPath(c.ctx, a.path)
	if err != nil {
		return err
	}
	if found == nil {
		return fmt.Errorf("vm %q not found", a.path)
	}
	host, err := c.finder.HostSystem(c.ctx, a.host)
	if err != nil {
		return err
	}
	pool, err := host.ResourcePool(c.ctx)
	if err != nil {
		return err
	}
	to, in := host.Reference(), pool.Reference()
	task, err := object.NewVirtualMachine(c.Client, found.Reference()).Relocate(
		c.ctx, types.VirtualMachineRelocateSpec{Host: &to, Pool: &in}, types.VirtualMachineMovePriorityDefaultPriority)
	if err != nil {
		return err
	}
	_, err = task.WaitForResult(c.ctx, nil)
	return err
}

func (c *client) entities(root types.ManagedObjectReference, kind string) ([]mo.ManagedEntity, error) {
	v, err := view.NewManager(c.Client).CreateContainerView(c.ctx, root, []string{kind}, true)
	if err != nil {
		return nil, err
	}
	defer func() { _ = v.Destroy(c.ctx) }()
	var entities []mo.ManagedEntity
	return entities, v.Retrieve(c.ctx, []string{"ManagedEntity"}, []string{"name"}, &entities)
}

func reference(argument string) (types.ManagedObjectReference, error) {
	var ref types.ManagedObjectReference
	if !ref.FromString(argument) {
		return ref, fmt.Errorf("%q is no reference", argument)
	}
	return ref, nil
}
