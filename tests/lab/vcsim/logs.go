package main

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

const datastoreName = "ds (1)"

// unscaled are the processors, by the beginnings of their brand strings, whose hosts do not scale the TSC.
var unscaled = []string{"Intel(R) Xeon(R) CPU E5-"}

func scales(brand string) bool {
	for _, each := range unscaled {
		if strings.HasPrefix(brand, each) {
			return false
		}
	}
	return true
}

// signatureOf is EAX of level 1 of CPUID, which vCenter writes in binary digits.
func signatureOf(h *simulator.HostSystem) uint64 {
	for _, level := range h.Hardware.CpuFeature {
		if level.Level == 1 {
			register, _ := strconv.ParseUint(strings.ReplaceAll(level.Eax, ":", ""), 2, 32)
			return register
		}
	}
	return 0
}

// files says where a machine is on its datastore.
func files(name string) types.VirtualMachineFileInfo {
	folder := fmt.Sprintf("[%s] %s", datastoreName, folderOf(name))
	return types.VirtualMachineFileInfo{VmPathName: folder + "/machine.vmx", LogDirectory: folder + "/"}
}

func folderOf(name string) string { return stableUUID("folder " + name)[:8] + " machine" }

// serveLogs answers /folder as vCenter does: the files of machines that run, for who has a session.
func (c *center) serveLogs(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie(soap.SessionCookieName)
	if err != nil {
		http.Error(w, "Unauthorized", http.StatusUnauthorized)
		return
	}
	if _, known := c.sessions.Load(cookie.Value); !known {
		http.Error(w, "Unauthorized", http.StatusUnauthorized)
		return
	}
	if c.logs == "denied" {
		http.Error(w, "Forbidden", http.StatusForbidden)
		return
	}
	query := r.URL.Query()
	folder, file := path.Split(strings.TrimPrefix(r.URL.Path, "/folder/"))
	written := c.logOf(strings.TrimSuffix(folder, "/"))
	if query.Get("dsName") != datastoreName || !c.hasDatacenter(query.Get("dcPath")) || written == nil {
		http.NotFound(w, r)
		return
	}
	switch {
	case file == "":
		fmt.Fprintf(w, "<html><body><a href=\"%s%s?%s\">%[2]s</a></body></html>", r.URL.EscapedPath(), c.logName(), html.EscapeString(r.URL.RawQuery))
	case file == c.logName():
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(written))
	default:
		http.NotFound(w, r)
	}
}

// logName is the newest log there is.
func (c *center) logName() string {
	if c.logs == "rotated" {
		return "vmware-12.log"
	}
	return "vmware.log"
}

func (c *center) hasDatacenter(name string) bool {
	for _, each := range simulator.Map.All("Datacenter") {
		if each.(*simulator.Datacenter).Name == name {
			return true
		}
	}
	return false
}

// logOf is what the host wrote when the machine was last powered on or arrived there; nil without such a machine.
func (c *center) logOf(folder string) []byte {
	for _, each := range simulator.Map.All("VirtualMachine") {
		vm := each.(*simulator.VirtualMachine)
		if folderOf(vm.Name) == folder && vm.Config != nil && vm.Runtime.PowerState == types.VirtualMachinePowerStatePoweredOn {
			return c.writeLog(vm, simulator.Map.Get(*vm.Runtime.Host).(*simulator.HostSystem))
		}
	}
	return nil
}

func (c *center) writeLog(vm *simulator.VirtualMachine, on *simulator.HostSystem) []byte {
	hz, guest := on.Hardware.CpuInfo.Hz, c.homeOf(vm, on)
	brand := on.Hardware.CpuPkg[0].Description
	vendor := map[string]string{"intel": "GenuineIntel", "amd": "AuthenticAMD"}[on.Hardware.CpuPkg[0].Vendor]
	offer, decision := "{ 0 }", "Disabling TSC scaling since host does not support it."
	if scales(brand) {
		offer, decision = "{0,1}", "TSC scaling enabled."
	}
	offsetting := "TSC offsetting enabled."
	if !scales(brand) && guest != hz {
		offsetting = fmt.Sprintf("Disabling TSC offsetting since TSC rates differ: %d (guest) vs %d (host)", guest, hz)
	}
	var log bytes.Buffer
	at := c.arrivalOf(vm)
	for _, line := range []string{
		fmt.Sprintf("Log for VMware ESX pid=2101234 version=%s build=build-%s option=Release", on.Config.Product.Version, on.Config.Product.Build),
		"Hostname=" + on.Name,
		"hostCPUID vendor: " + vendor,
		"hostCPUID name: " + brand,
		fmt.Sprintf("hostCPUID level 00000001, 0: 0x%08x 0x00100800 0x7ffefbff 0xbfebfbff", signatureOf(on)),
		"  Use TSC scaling                          " + offer,
		"DICT --- CONFIGURATION " + vm.Config.Files.VmPathName,
		fmt.Sprintf("DICT                uuid.bios = \"%s\"", strings.ReplaceAll(vm.Config.Uuid, "-", "")),
		fmt.Sprintf("TimeTracker host to guest rate conversion 77 @ %dHz -> 55 @ %dHz", hz, guest),
		decision,
		offsetting,
	} {
		at = at.Add(10 * time.Millisecond)
		fmt.Fprintf(&log, "%s In(05) vmx - %s\n", at.UTC().Format("2006-01-02T15:04:05.000Z"), line)
	}
	return log.Bytes()
}

// homeOf is the rate that the machine was powered on at, that of its host where no label tells.
func (c *center) homeOf(vm *simulator.VirtualMachine, on *simulator.HostSystem) int64 {
	for _, label := range c.labels {
		if label.ID != vm.Self.Value {
			continue
		}
		if label.HomeHz > 0 {
			return label.HomeHz
		}
		for _, each := range simulator.Map.All("HostSystem") {
			if host := each.(*simulator.HostSystem); host.Name == label.HomeHost {
				return host.Hardware.CpuInfo.Hz
			}
		}
	}
	return on.Hardware.CpuInfo.Hz
}

// arrivalOf is the newest moment at which the machine's process on its host can have begun.
func (c *center) arrivalOf(vm *simulator.VirtualMachine) time.Time {
	at := c.ago(90 * day)
	if boot := vm.Summary.Runtime.BootTime; boot != nil {
		at = *boot
	}
	for _, event := range c.events {
		switch event.(type) {
		case *types.VmMigratedEvent, *types.DrsVmMigratedEvent, *types.VmRelocatedEvent, *types.VmPoweredOnEvent, *types.DrsVmPoweredOnEvent:
			if about := event.GetEvent(); about.Vm != nil && about.Vm.Vm == vm.Self && about.CreatedTime.After(at) {
				at = about.CreatedTime
			}
		}
	}
	return at.Add(2 * time.Second)
}
