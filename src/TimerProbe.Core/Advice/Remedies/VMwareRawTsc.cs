namespace TimerProbe.Core.Advice.Remedies;

/// <summary>The host's raw TSC in a VMware virtual machine: the last resort, and the way back.</summary>
internal static class VMwareRawTsc
{
    private const string Key = "monitor_control.virtual_rdtsc";

    public static PlannedRemedy Expose(VmName vm) => new(
        Setting.VMware,
        "Last resort, and only together with the DRS rule: give the guest the host's raw TSC",
        [
            new(Tools.VSphereClient, $"""
                1. Shut the guest down.
                2. {Steps.AdvancedParameters}
                3. Add {Key} with the value FALSE.
                4. Power the VM on.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                New-AdvancedSetting -Entity $vm -Name '{Key}' -Value 'FALSE' -Force
                # then shut the guest down and power the VM on: a restart is not enough
                """),
            new(Tools.Govc, $"""
                govc vm.change {vm.GovcOption} -e {Key}=FALSE
                # then shut the guest down and power the VM on: a restart is not enough
                """),
        ],
        [
            "Only while a DRS rule keeps the VM on hosts of one frequency.",
            "At a vMotion, a resume or a snapshot revert the guest's TSC is expected to jump, and its rate to change where the hosts "
                + "differ: then the guest's time runs wrong, not slow, until the next power cycle.",
            "Expected, too: the guest's writes to the TSC have no effect, and some guests do not boot or keep bad time.",
            "It takes effect at power-on only. TRUE is the default and changes nothing.",
            "Watch the rate of time afterwards, above all after a vMotion, against a clock outside of the guest: the guest's own clocks "
                + "agree with each other whatever the rate.",
            vm.Caveat,
        ])
    {
        Verify = Verification.Rate,
    };

    public static PlannedRemedy TakeBack(VmName vm) => new(
        Setting.VMware,
        $"If {Key} is FALSE for this VM, take it out again",
        [
            new(Tools.VSphereClient, $"""
                1. Shut the guest down.
                2. {Steps.AdvancedParameters}
                3. Remove {Key}, or set it to TRUE, the default.
                4. Power the VM on.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Get-AdvancedSetting -Entity $vm -Name '{Key}'
                Get-AdvancedSetting -Entity $vm -Name '{Key}' | Remove-AdvancedSetting
                # then shut the guest down and power the VM on: a restart is not enough
                """),
            new(Tools.Govc, $"""
                govc vm.info -e {vm.GovcTarget} | grep {Key}
                govc vm.change {vm.GovcOption} -e {Key}=TRUE
                # then shut the guest down and power the VM on: a restart is not enough
                """),
        ],
        [
            "Without it reading the clock is slow again wherever the host's frequency is not that of the power-on: make the DRS rule "
                + "first.",
            "It takes effect at power-on only.",
            vm.Caveat,
        ])
    {
        Verify = Verification.Rate,
    };

    public static PlannedRemedy LeaveOrTidy(VmName vm) => new(
        Setting.VMware,
        "Nothing needs to be done; to keep the list of settings short, take the key out",
        [
            new(Tools.VSphereClient, $"""
                1. Shut the guest down.
                2. {Steps.AdvancedParameters}
                3. Remove {Key}.
                4. Power the VM on.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Get-AdvancedSetting -Entity $vm -Name '{Key}' | Remove-AdvancedSetting
                """),
            new(Tools.Govc, $"""
                govc vm.change {vm.GovcOption} -e {Key}=
                """),
        ],
        [Caveats.PoweredOff, vm.Caveat])
    {
        Verify = Verification.Scan,
    };
}
