namespace TimerProbe.Core.Advice.Remedies;

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

    public static PlannedRemedy NewerHypervisor() => new(
        Setting.OtherHypervisor,
        "Update a hypervisor that hides the page's privileges (downtime)",
        [
            new(Tools.Words, """
                1. Where the finding shows that a reference TSC page is offered, look for a release of the hypervisor that shows the mandatory
                   privileges of Microsoft's hypervisor interface (Cloud Hypervisor: pull request 8380).
                2. Stop the VM and start it with that release.
                """),
        ],
        ["It takes effect at the next start of the VM, not at a restart inside the guest."])
    {
        When = facts => facts.Machine.Hypervisor.ReferenceTsc == true,
    };

    public static PlannedRemedy VirtualBox(VmName vm) => new(
        Setting.VirtualBox,
        "Offer the guest VirtualBox's paravirtual interface (downtime)",
        [
            new(Tools.VBoxManage, $"""
                VBoxManage showvminfo {vm.Posix} | grep -i paravirt
                VBoxManage modifyvm {vm.Posix} --paravirtprovider default
                """),
        ],
        ["The VM must be powered off. default means Hyper-V's interface for Windows and KVM's for Linux, depending on the VM's guest OS type."]);
}
