package main

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

const datastoreName = "ds (1)"

// silicon is what a processor says of itself by CPUID, and whether its hosts scale the TSC.
type silicon struct {
	signature uint32 // EAX of level 1
	scales    bool
}

// siliconOf has the processors that a brand string begins with, the longest first.
var siliconOf = []struct {
	brand string
	silicon
}{
	{"Intel(R) Xeon(R) CPU E5-2680 v3", silicon{0x000306f2, false}},
	{"Intel(R) Xeon(R) CPU E5-2690 v4", silicon{0x000406f1, false}},
	{"Intel(R) Xeon(R) CPU E5-", silicon{0x000206d7, false}},
	{"Intel(R) Xeon(R) Gold 63", silicon{0x000606a6, true}},
	{"Intel(R) Xeon(R)", silicon{0x00050654, true}},
	{"AMD EPYC 7502", silicon{0x00830f10, true}},
	{"AMD EPYC", silicon{0x00a00f11, true}},
}

func (p processor) silicon() silicon {
	for _, each := range siliconOf {
		if strings.HasPrefix(p.model, each.brand) {
			return each.silicon
		}
	}
	panic("no silicon for " + p.model)
}

// cpuFeature is level 1 of CPUID as vCenter writes it, the highest bit first.
func (s silicon) cpuFeature() []types.HostCpuIdInfo {
	digits := fmt.Sprintf("%032b", s.signature)
	var groups []string
	for at := 0; at < len(digits); at += 4 {
		groups = append(groups, digits[at:at+4])
	}
	return []types.HostCpuIdInfo{{Level: 1, Eax: strings.Join(groups, ":")}}
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
	cpu := processor{model: on.Hardware.CpuPkg[0].Description, vendor: on.Hardware.CpuPkg[0].Vendor}
	vendor := map[string]string{"intel": "GenuineIntel", "amd": "AuthenticAMD"}[cpu.vendor]
	offer, decision := "{ 0 }", "Disabling TSC scaling since host does not support it."
	if cpu.silicon().scales {
		offer, decision = "{0,1}", "TSC scaling enabled."
	}
	offsetting := "TSC offsetting enabled."
	if !cpu.silicon().scales && guest != hz {
		offsetting = fmt.Sprintf("Disabling TSC offsetting since TSC rates differ: %d (guest) vs %d (host)", guest, hz)
	}
	var log bytes.Buffer
	at := c.arrivalOf(vm)
	for _, line := range []string{
		fmt.Sprintf("Log for VMware ESX pid=2101234 version=%s build=build-%s option=Release", on.Config.Product.Version, on.Config.Product.Build),
		"Hostname=" + on.Name,
		"hostCPUID vendor: " + vendor,
		"hostCPUID name: " + cpu.model,
		fmt.Sprintf("hostCPUID level 00000001, 0: 0x%08x 0x00100800 0x7ffefbff 0xbfebfbff", cpu.silicon().signature),
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
