namespace TimerProbe.Core.Advice;

/// <summary>Settings of a VMware virtual machine, and how Windows comes to see the hypervisor and its reference time there.</summary>
internal static class VMwareSettings
{
    public const string OpenAdvanced =
        "Edit Settings > Advanced Parameters (before vSphere 8: VM Options > Advanced > Edit Configuration).";

    public static PlannedRemedy Remove(FleetTarget target)
    {
        var (vm, keys) = (target.Vm, target.Keys);
        return new(Setting.VMware, "Remove the settings and power-cycle the VM (downtime)",
            [
                new(Tools.VSphereClient, $"""
                    1. Shut the guest down.
                    2. {OpenAdvanced}
                    3. Remove {PlainText.List([.. keys.Select(PlainText.OneLine)])}.
                    4. Power the VM on.
                    """),
                new(Tools.PowerCli, $"""
                    {vm.GetVm}
                    Get-AdvancedSetting -Entity $vm | Where-Object Name -in {ShellQuoting.PowerShell(keys)}
                    Get-AdvancedSetting -Entity $vm | Where-Object Name -in {ShellQuoting.PowerShell(keys)} | Remove-AdvancedSetting
                    """),
                new(Tools.Govc, $"""
                    govc vm.info -e {vm.GovcTarget}
                    govc vm.change {vm.GovcOption} {string.Join(' ', keys.Select(key => $"-e {ShellQuoting.Posix(key + "=")}"))}
                    """),
            ],
            [Caveats.PoweredOff, "First find out who set them and why: a forced rate may hide another problem with the clock.", vm.Caveat]);
    }

    public static PlannedRemedy HardwareVersion(VmName vm) => new(
        Setting.VMware,
        "Upgrade virtual hardware to vmx-10 or later (downtime; irreversible)",
        [
            new(Tools.VSphereClient, """
                1. Take a backup and shut the guest down.
                2. Right-click the VM: Compatibility > Upgrade VM Compatibility.
                3. Edit Settings > VM Options > General Options: Guest OS Family Windows, and the installed version.
                4. Power the VM on.
                """),
            new(Tools.PowerCli, $$"""
                {{vm.GetVm}}
                $vm | Select-Object Name, HardwareVersion, GuestId
                {{VMwarePower.PowerCliShutdown}}
                Set-VM -VM $vm -HardwareVersion vmx-19
                Start-VM -VM $vm
                """),
            new(Tools.Govc, $"""
                {VMwarePower.GovcShutdown(vm)}
                govc vm.upgrade {vm.GovcOption} -version=19 &&
                govc vm.power -on {vm.GovcTarget}
                """),
        ],
        [
            "Replace vmx-19 with a version that every host in the cluster supports (19 is that of ESXi 7.0 U2). The upgrade can be undone "
                + "only by restoring a backup.",
            Caveats.Downtime,
            vm.Caveat
        ])
    {
        When = facts => facts.Machine.Windows is { Wine: null },
    };

    public static PlannedRemedy ShowHypervisor(VmName vm) => new(Setting.VMware, "Remove hypervisor.cpuid.v0 = FALSE (downtime)",
        [
            new(Tools.VSphereClient, $"""
                1. Shut the guest down.
                2. {OpenAdvanced}
                3. Remove hypervisor.cpuid.v0.
                4. Power the VM on.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Get-AdvancedSetting -Entity $vm -Name 'hypervisor.cpuid.v0' | Remove-AdvancedSetting
                """),
            new(Tools.Govc, $"""
                govc vm.info -e {vm.GovcTarget} | grep hypervisor.cpuid.v0
                govc vm.change {vm.GovcOption} -e hypervisor.cpuid.v0=TRUE
                """),
        ],
        [
            Caveats.PoweredOff,
            "Someone may have set it on purpose, for a program or a graphics driver that refuses to run in a virtual machine: ask first.",
            vm.Caveat,
        ])
    {
        When = facts => facts.Machine.Hypervisor.Present == false,
    };
}
