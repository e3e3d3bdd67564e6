package main

import (
	"fmt"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/types"
)

const hostsOfCluster = 32

// buildScale makes many machines on clusters of two frequency classes. Of every 20 machines two are away from home, one has
// no events and one is powered off; the others are at home.
func buildScale(c *center, vms, hosts int) {
	dc := c.datacenter("scale")
	var all [][]*host // by cluster
	var folders []*simulator.Folder
	for n := 0; n < hosts; n++ {
		if n%hostsOfCluster == 0 {
			all = append(all, nil)
			folders = append(folders, c.folder(dc.machines, fmt.Sprintf("team-%02d", len(all))))
			c.cluster(dc.hosts, clusterSpec{name: fmt.Sprintf("cluster-%02d", len(all)), drs: types.DrsBehaviorFullyAutomated})
		}
		cluster := simulator.Map.Get(dc.hosts.ChildEntity[len(all)-1]).(*simulator.ClusterComputeResource)
		spec := hostSpec{name: fmt.Sprintf("host-%03d.lab.example", n+1), hz: 2394000000 + int64(n%7)*500, cpu: e52630v3}
		if n%2 == 1 {
			spec.hz, spec.cpu = 2593905000+int64(n%7)*500, e52660v3
		}
		all[len(all)-1] = append(all[len(all)-1], c.clusterHost(dc, cluster, spec))
	}
	for n := 0; n < vms; n++ {
		group := n % len(all)
		c.scaleMachine(n, all[group], folders[group])
	}
}

func (c *center) scaleMachine(n int, hosts []*host, folder *simulator.Folder) {
	first := (n / 7) % len(hosts)
	origin, present := hosts[first], hosts[(first+2*(n%5))%len(hosts)]
	up := time.Duration(1+n%25) * day
	spec := machineSpec{name: fmt.Sprintf("vm-%05d", n+1), folder: folder, up: up, guestName: fmt.Sprintf("vm-%05d.lab.example", n+1)}
	switch n % 20 {
	case 3, 13:
		present = hosts[(first+1)%len(hosts)]
	case 7:
		spec.power, spec.up = types.VirtualMachinePowerStatePoweredOff, 0
	}
	spec.host = present
	m := c.machine(spec)

	if n%20 == 11 || spec.up == 0 {
		return
	}
	c.record(m, poweredOn(up, origin), reconfigured(up/2, origin))
	if origin != present {
		c.record(m, drsMigrated(up/3, origin, present))
	}
}
