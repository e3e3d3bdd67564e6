namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Powering a VMware virtual machine off and on again, now or at its next restart.</summary>
internal static class VMwarePower
{
    public static PlannedRemedy Cycle(VmName vm) => new(
        Setting.VMware,
        "Power-cycle the VM on the class of hosts it will live on (downtime)",
        [
            new(Tools.VSphereClient, """
                1. Right-click the VM: Power > Shut Down Guest OS. Power > Restart Guest OS is not enough.
                2. When the VM shows as powered off: Power > Power On.
                """),
            new(Tools.PowerCli, $$"""
                {{vm.GetVm}}
                {{GuestShutdown.PowerCli}}
                Start-VM -VM $vm
                """),
            new(Tools.Govc, $"""
                {GuestShutdown.Govc(vm)}
                govc vm.power -on {vm.GovcTarget}
                """),
            new(Tools.AtNextRestart(Tools.VSphereClient), $"""
                1. {VSphereClientSteps.AdvancedParameters}
                2. Add vmx.reboot.powerCycle with the value TRUE.
                3. Restart the guest in the maintenance window.
                """),
            new(Tools.AtNextRestart(Tools.PowerCli), $"""
                {vm.GetVm}
                New-AdvancedSetting -Entity $vm -Name 'vmx.reboot.powerCycle' -Value 'TRUE' -Force
                # then restart the guest in the maintenance window
                """),
            new(Tools.AtNextRestart(Tools.Govc), $"""
                govc vm.change {vm.GovcOption} -e vmx.reboot.powerCycle=TRUE
                # then restart the guest in the maintenance window
                """),
        ],
        [
            Caveats.Downtime,
            Caveats.ChosenHost,
            Caveats.RestartIsNotEnough,
            Caveats.RebaseIsExpected,
            "vmx.reboot.powerCycle exists from ESXi 6.5 U3 and 6.7 U3 on. It turns the next guest restart into a power cycle, and ESXi clears it "
                + "after the cycle; that this also resets the TSC rate is expected, not documented.",
            vm.Caveat
        ]);
}
