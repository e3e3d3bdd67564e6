package main

import (
	"fmt"

	"github.com/vmware/govmomi/vim25/types"
)

// commonSettings are the ~100 keys that every machine carries, as a real one does. They are shared, never changed.
var commonSettings = func() []types.BaseOptionValue {
	var all []types.BaseOptionValue
	add := func(key, value string) { all = append(all, &types.OptionValue{Key: key, Value: value}) }
	for _, bridge := range []int{0, 4, 5, 6, 7} {
		add(fmt.Sprintf("pciBridge%d.present", bridge), "TRUE")
		add(fmt.Sprintf("pciBridge%d.functions", bridge), "8")
		add(fmt.Sprintf("pciBridge%d.virtualDev", bridge), "pcieRootPort")
		add(fmt.Sprintf("pciBridge%d.pciSlotNumber", bridge), fmt.Sprint(17+bridge))
	}
	for _, nic := range []int{0, 1} {
		add(fmt.Sprintf("ethernet%d.pciSlotNumber", nic), fmt.Sprint(160+32*nic))
		add(fmt.Sprintf("ethernet%d.filter4.name", nic), "dvfilter-maclearn")
		add(fmt.Sprintf("ethernet%d.filter4.onFailure", nic), "failOpen")
		add(fmt.Sprintf("ethernet%d.ctxPerDev", nic), "1")
	}
	for _, key := range []string{
		"svga.present", "hpet0.present", "vmci0.present", "usb.present", "sata0.present", "tools.guest.desktop.autolock",
		"disk.EnableUUID", "softPowerOff", "cleanShutdown", "migrate.encryptionMode", "guestinfo.appInfo.enabled",
		"vmotion.checkpointFBSize", "vmotion.checkpointSVGAPrimarySize", "vmotion.svga.mobMaxSize", "vmotion.svga.graphicsMemoryKB",
		"vmotion.svga.supports3D", "vmotion.svga.baseCapsLevel", "vmotion.svga.maxPointSize", "vmotion.svga.maxTextureSize",
		"vmotion.svga.maxVolumeExtent", "vmotion.svga.maxTextureAnisotropy", "vmotion.svga.lineStipple", "vmotion.svga.dxMaxConstantBuffers",
		"vmotion.svga.dxProvokingVertex", "vmotion.svga.sm41", "vmotion.svga.multisample2x", "vmotion.svga.multisample4x",
		"vmotion.svga.msFullQuality", "vmotion.svga.logicOps", "vmotion.svga.bc67", "vmotion.svga.sm5", "vmotion.svga.multisample8x",
		"vmotion.svga.logicBlendOps", "vmotion.svga.maxForcedSampleCount", "vmotion.svga.gl43", "monitor.phys_bits_used",
		"numa.autosize.vcpu.maxPerVirtualNode", "numa.autosize.cookie", "sched.cpu.latencySensitivity", "sched.mem.pin",
		"scsi0.pciSlotNumber", "scsi0.sasWWID", "sata0.pciSlotNumber", "vmci0.pciSlotNumber", "vmci0.id", "usb_xhci.pciSlotNumber",
		"tools.remindInstall", "toolsInstallManager.updateCounter", "tools.capability.verifiedSamlToken", "viv.moid",
		"vmware.tools.internalversion", "vmware.tools.requiredversion", "guestOS.detailed.data", "guestinfo.vmtools.buildNumber",
		"guestinfo.vmtools.description", "guestinfo.vmtools.versionNumber", "guestinfo.vmtools.versionString", "nvram", "evcCompatibilityMode",
	} {
		add(key, "1")
	}
	for i := len(all); i < 96; i++ {
		add(fmt.Sprintf("guestinfo.inventory.%02d", i), "value kept by a configuration management agent")
	}
	return all
}()

// extraConfig is the common settings, some of the machine's own, and those the scenario asks for.
func extraConfig(name string, own []setting) []types.BaseOptionValue {
	all := make([]types.BaseOptionValue, 0, len(commonSettings)+3+len(own))
	all = append(all, commonSettings...)
	all = append(all,
		&types.OptionValue{Key: "sched.swap.derivedName", Value: "/vmfs/volumes/lab/" + name + ".vswp"},
		&types.OptionValue{Key: "migrate.hostlog", Value: "./" + name + ".hlog"},
		&types.OptionValue{Key: "guestinfo.owner", Value: name})
	for _, s := range own {
		all = append(all, &types.OptionValue{Key: s.key, Value: s.value})
	}
	return all
}

type setting struct{ key, value string }
