namespace TimerProbe.Core.Advice;

/// <summary>The clock that a hypervisor other than VMware offers its guests, and making it seen and valid.</summary>
internal static class ParavirtualClock
{
    public static PlannedRemedy Kvm(VmName vm) => new(
        Setting.Kvm,
        "Offer the guest the hypervisor's own clock (downtime)",
        [
            new(Tools.HostShell, "cat /sys/devices/system/clocksource/clocksource0/current_clocksource"),
            new(Tools.Virsh, $"virsh edit --domain {vm.Posix}"),
            new(Tools.LibvirtXml, """
                <features>
                  <hyperv mode='passthrough'/>
                  <kvm><hidden state='off'/></kvm>
                </features>
                <clock offset='localtime'>
                  <timer name='hypervclock' present='yes'/>
                  <timer name='kvmclock' present='yes'/>
                  <timer name='hpet' present='no'/>
                </clock>
                """),
            new(Tools.Qm, "qm set VMID --ostype win11   # for Linux: --ostype l26"),
            new(Tools.Qemu, "qemu-system-x86_64 -accel kvm -cpu "
                + "host,hv-time,hv-frequencies,hv-reenlightenment,hv-vpindex,hv-synic,hv-stimer,hv-relaxed ..."),
        ],
        [
            "The first command must print tsc: a host with a different clock source cannot give its guests a valid page. Its kernel "
                + "log says why it stopped using the TSC.",
            "Linux guests need <clock offset='utc'>. hyperv mode='passthrough' prevents live migration to hosts that differ; individual "
                + "features can be listed instead.",
            "It takes effect at the next start of the VM, not at a restart inside the guest.",
        ]);

    public static PlannedRemedy KvmHidden(VmName vm) => new(
        Setting.Kvm,
        "Let the guest see the hypervisor (downtime)",
        [
            new(Tools.Virsh, $"virsh edit --domain {vm.Posix}"),
            new(Tools.LibvirtXml, """
                <!-- remove: <feature policy='disable' name='hypervisor'/> -->
                <features>
                  <kvm><hidden state='off'/></kvm>
                </features>
                """),
            new(Tools.Qemu, "qemu-system-x86_64 -accel kvm -cpu host,hypervisor=on,kvm=on ..."),
        ],
        [
            "Someone may have hidden it on purpose, for a graphics driver that refuses to run in a VM: ask first.",
            "It takes effect at the next start of the VM.",
        ]);

    public static PlannedRemedy CloudHypervisor() => new(
        Setting.CloudHypervisor,
        "Offer Windows' interface by a release that shows it wholly (downtime)",
        [
            new(Tools.HostShell, "cloud-hypervisor --cpus boot=N,kvm_hyperv=on ..."),
            new(Tools.Words, """
                1. For a Windows guest, kvm_hyperv=on offers the reference page.
                2. Where the finding shows that the page is offered and still not used, look for a release that shows the mandatory privileges of
                   Microsoft's hypervisor interface (pull request 8380).
                """),
        ],
        ["It takes effect at the next start of the VM, not at a restart inside the guest."]);

    public static PlannedRemedy OpenStack() => new(
        Setting.OpenStack,
        "Let the image name its system, and rebuild the server (downtime)",
        [new(Tools.OpenStackCli, "openstack image set --property os_type=windows IMAGE   # for Linux: os_type=linux")],
        ["With os_type=windows Nova offers Windows the hypervisor's interface and its clock. A server takes it up when it is built from the image again."]);

    public static PlannedRemedy VirtualBox(VmName vm) => new(
        Setting.VirtualBox,
        "Offer Windows the interface of Hyper-V (downtime)",
        [
            new(Tools.VBoxManage, $"""
                VBoxManage showvminfo {vm.Posix} | grep -i paravirt
                VBoxManage modifyvm {vm.Posix} --paravirtprovider hyperv
                """),
        ],
        ["The VM must be powered off. For Linux guests, VirtualBox's kvm-clock was seen to lag behind: leave it there, and use clock source tsc."])
    {
        When = facts => facts.Machine.Windows is not null,
    };
}
