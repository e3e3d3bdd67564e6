"""Reads a fleet with VMware's own Python bindings, by pages of 1,000: hosts and machines with the properties that place them.

usage: read_fleet.py HOST PORT USER [all], the password in TIMERPROBE_VCENTER_PASSWORD
all: what else a scan reads as well: clusters, every machine's settings, a year of events
"""
import os
import sys
from datetime import timedelta

from pyVim.connect import Disconnect, SmartConnectNoSSL
from pyVmomi import vim, vmodl

HOST = ["name", "hardware.cpuInfo.hz", "summary.hardware.cpuModel", "config.product.version", "runtime.connectionState", "parent"]
CLUSTER = ["name", "configurationEx"]
MACHINE = [
    "name", "parent", "config.uuid", "config.instanceUuid", "config.version", "config.guestId", "config.hardware.numCPU",
    "config.template", "runtime.host", "runtime.powerState", "runtime.bootTime", "guest.hostName",
]
SETTINGS = ["config.extraConfig", "config.cpuAllocation", "config.latencySensitivity"]
EVENTS = [
    "VmPoweredOnEvent", "DrsVmPoweredOnEvent", "VmRestartedOnAlternateHostEvent", "VmMigratedEvent", "DrsVmMigratedEvent",
    "VmRelocatedEvent", "VmSuspendedEvent", "VmResumingEvent", "VmPoweredOffEvent",
]


def retrieve(content, kind, paths):
    view = content.viewManager.CreateContainerView(content.rootFolder, [kind], True)
    traversal = vmodl.query.PropertyCollector.TraversalSpec(name="view", path="view", skip=False, type=vim.view.ContainerView)
    spec = vmodl.query.PropertyCollector.FilterSpec(
        objectSet=[vmodl.query.PropertyCollector.ObjectSpec(obj=view, skip=True, selectSet=[traversal])],
        propSet=[vmodl.query.PropertyCollector.PropertySpec(type=kind, pathSet=paths)],
    )
    collector = content.propertyCollector
    page = collector.RetrievePropertiesEx([spec], vmodl.query.PropertyCollector.RetrieveOptions(maxObjects=1000))
    count = 0
    while page:
        count += len(page.objects)
        page = collector.ContinueRetrievePropertiesEx(page.token) if page.token else None
    view.Destroy()
    return count


def read_events(content):
    since = content.about and vim.event.EventFilterSpec.ByTime(beginTime=connection.CurrentTime() - timedelta(days=365))
    collector = content.eventManager.CreateCollectorForEvents(vim.event.EventFilterSpec(time=since, eventTypeId=EVENTS, disableFullMessage=True))
    collector.SetCollectorPageSize(1000)
    count = 0
    while page := collector.ReadNextEvents(1000):
        count += len(page)
    collector.DestroyCollector()
    return count


connection = SmartConnectNoSSL(host=sys.argv[1], port=int(sys.argv[2]), user=sys.argv[3], pwd=os.environ["TIMERPROBE_VCENTER_PASSWORD"])
try:
    inventory = connection.RetrieveContent()
    everything = sys.argv[4:] == ["all"]
    print(retrieve(inventory, vim.HostSystem, HOST), "hosts")
    print(retrieve(inventory, vim.VirtualMachine, MACHINE + SETTINGS if everything else MACHINE), "machines")
    if everything:
        print(retrieve(inventory, vim.ClusterComputeResource, CLUSTER), "clusters")
        print(read_events(inventory), "events")
finally:
    Disconnect(connection)
