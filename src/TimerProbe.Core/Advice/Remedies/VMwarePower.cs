namespace TimerProbe.Core.Advice;

/// <summary>Powering a VMware virtual machine off and on again, now or at its next restart.</summary>
internal static class VMwarePower
{
    /// <summary>
    /// The lines for PowerCLI that shut the guest down and wait for at most ten minutes: without VMware Tools nobody in the guest
    /// hears the request, and nothing is waited for. What follows them fails where the machine is still on.
    /// </summary>
    public const string PowerCliShutdown =
        "if (Stop-VMGuest -VM $vm) { 1..120 | ForEach-Object { if ((Get-VM -Id $vm.Id).PowerState -eq 'PoweredOn') { Start-Sleep -Seconds 5 } } }";

    public static string GovcShutdown(VmName vm) => $"""
        {vm.GovcGuard}govc vm.power -s {vm.GovcTarget} &&
        for _ in $(seq 120); do govc vm.info {vm.GovcTarget} | grep -q poweredOn || break; sleep 5; done &&
        """;

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
                {{PowerCliShutdown}}
                Start-VM -VM $vm
                """),
            new(Tools.Govc, $"""
                {GovcShutdown(vm)}
                govc vm.power -on {vm.GovcTarget}
                """),
            new(Tools.AtNextRestart(Tools.VSphereClient), $"""
                1. {VMwareSettings.OpenAdvanced}
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
