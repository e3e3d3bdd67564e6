namespace TimerProbe.Core.Advice;

/// <summary>The host's raw TSC in a VMware virtual machine: the last resort, and the way back.</summary>
internal static class VMwareRawTsc
{
    private const string Key = "monitor_control.virtual_rdtsc";

    public static PlannedRemedy Expose(VmName vm) => new(
        Setting.VMware,
        "Last resort: the host's raw TSC (downtime; time is wrong once moved)",
        [
            new(Tools.VSphereClient, $"""
                1. Cluster > Configure > VM/Host Rules > Add: Virtual Machines to Hosts, Must run on hosts in group: the VM and one host.
                2. Cluster > Configure > VM Overrides > Add: the VM, DRS automation level Disabled.
                3. Shut the guest down.
                4. {VMwareSettings.OpenAdvanced}
                5. Add {Key} with the value FALSE.
                6. Power the VM on, on that host.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Set-VM -VM $vm -DrsAutomationLevel Disabled
                New-AdvancedSetting -Entity $vm -Name '{Key}' -Value 'FALSE' -Force
                # with the Must rule made, shut the guest down and power the VM on: a restart is not enough
                """),
            new(Tools.Govc, $"""
                govc vm.change {vm.GovcOption} -e {Key}=FALSE
                # with DRS off for the VM and the Must rule made, shut the guest down and power the VM on: a restart is not enough
                """),
        ],
        [
            "Use it only together with a Must DRS VM-Host rule, preferably for a single host, and with DRS off for this VM. A Should rule is not "
                + "enough: evacuating the host for maintenance breaks it. HA then keeps the VM down when its host fails instead of restarting it "
                + "elsewhere.",
            "Each host's counter starts when the host boots: at any vMotion, resume or snapshot revert, the guest's TSC is expected to jump, "
                + "possibly backward, even between hosts with the same frequency. Where the frequencies differ, its rate changes as well, "
                + "and the guest's time is wrong rather than slow until the next power cycle.",
            "Also expected: the guest's writes to the TSC have no effect, and some guests do not boot or keep bad time.",
            "It takes effect at power-on only. TRUE is the default and changes nothing.",
            "Check the rate of time afterward, especially after a vMotion, against a clock outside the guest: the guest's own clocks "
                + "agree with each other whatever the rate.",
            vm.Caveat,
        ])
    {
        TakesInfrastructureRights = true,
        Verify = Verification.Rate,
    };

    public static PlannedRemedy FindWhoRequiresIt(VmName vm) => new(Setting.VMware, "Find out what in the VM requires the setting",
        [
            new(Tools.Words,
                "Ask whoever runs the software in the VM, and look into its installation guide for vSphere. Write the answer into the VM's notes."),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                $vm.Notes
                Get-AdvancedSetting -Entity $vm -Name '{Key}'
                """),
        ],
        [
            "Some products require it: Spanner Omni does on vSphere. Without it they may stop working: where something requires it, tie the VM to one host; "
                + "remove it only where nothing does.",
            vm.Caveat
        ])
    {
        Verify = Verification.Scan,
    };

    public static PlannedRemedy NoteWhoRequiresIt() => new(Setting.VMware, "Nothing to do now; note in the VM what requires the setting",
        [
            new(Tools.VSphereClient,
                "Summary > Notes > Edit: say that monitor_control.virtual_rdtsc is FALSE, what in the VM requires it, and what must not change.")
        ],
        [
            "To move it to another host, shut the guest down and power it on there. A suspend or a revert makes its time jump too if the host was "
                + "restarted in between."
        ])
    {
        Verify = Verification.Scan,
    };

    public static PlannedRemedy Tie(VmName vm, ClusterName cluster) => new(
        Setting.VMware,
        "If something requires it: tie the VM to one host (risk: no HA elsewhere)",
        [
            new(Tools.VSphereClient, $"""
                1. Cluster {cluster.Describe} > Configure > VM/Host Groups > Add: a VM group with the VM, and a host group with the one host.
                2. VM/Host Rules > Add: Virtual Machines to Hosts, the two groups, Must run on hosts in group.
                3. VM Overrides > Add: the VM, DRS automation level Disabled.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                {cluster.GetCluster}
                $vms = New-DrsClusterGroup -Cluster $cluster -Name {vm.PowerShellWith("clock VM")} -VM $vm
                $hosts = New-DrsClusterGroup -Cluster $cluster -Name {vm.PowerShellWith("clock host")} -VMHost $vm.VMHost
                New-DrsVMHostRule -Cluster $cluster -Name {vm.PowerShellWith("clock")} -VMGroup $vms -VMHostGroup $hosts -Type MustRunOn
                Set-VM -VM $vm -DrsAutomationLevel Disabled
                """),
        ],
        [
            "A Should rule is not enough: evacuating the host for maintenance breaks it. With a Must rule, the VM has to be shut down before "
                + "its host enters maintenance mode, and it stays down when the host fails.",
            vm.Caveat,
        ])
    {
        TakesInfrastructureRights = true,
        Verify = Verification.Scan,
    };

    public static PlannedRemedy TakeBack(VmName vm) => new(
        Setting.VMware,
        "If virtual_rdtsc is FALSE and nothing needs it: remove it (downtime)",
        [
            new(Tools.VSphereClient, $"""
                1. Shut the guest down.
                2. {VMwareSettings.OpenAdvanced}
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
            "Without the setting, clock reads are slow again wherever the host's frequency is not the one at power-on: create the DRS "
                + "rule first.",
            "It takes effect at power-on only.",
            vm.Caveat,
        ])
    {
        Verify = Verification.Rate,
    };

    public static PlannedRemedy LeaveOrTidy(VmName vm) => new(
        Setting.VMware,
        "Nothing to do; remove the key to keep the settings clean (downtime)",
        [
            new(Tools.VSphereClient, $"""
                1. Shut the guest down.
                2. {VMwareSettings.OpenAdvanced}
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
