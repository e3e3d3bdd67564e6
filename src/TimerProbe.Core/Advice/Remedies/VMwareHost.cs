namespace TimerProbe.Core.Advice;

/// <summary>A VMware host: settings that touch VMs' clocks, whether it trusts its own TSC, and the processor time it gives them.</summary>
internal static class VMwareHost
{
    private const string BootPrefix = "VMkernel.Boot.";

    public static string Get(string server, string id) =>
        $"$esx = $null; $esx = Get-VMHost -Id {ShellQuoting.PowerShell($"HostSystem-{id}")} -Server {ShellQuoting.PowerShell(server)}";

    public static PlannedRemedy KernelOptions(FleetTarget target)
    {
        var keys = target.Keys;
        return new(Setting.VMware, "Ask the vendor of the host whether it needs the options; change nothing",
            [
                new(Tools.VSphereClient,
                    $"Host > Configure > System > Advanced System Settings: read {PlainText.List([.. keys.Select(PlainText.OneLine)])}."),
                new(Tools.PowerCli, $$"""
                    {{target.GetHost}}
                    Get-AdvancedSetting -Entity $esx | Where-Object Name -in {{ShellQuoting.PowerShell(keys)}}
                    """),
                new(Tools.EsxiShell, string.Join('\n',
                [
                    "zcat /var/log/boot.gz | grep 'TSC disabled as reference timer'",
                    .. keys.Select(key => $"esxcli system settings kernel list --option={BootOption(key)}"),
                ])),
            ],
            [
                "A host that needs the option may halt at boot without it (Broadcom KB 321363): only its vendor, or whoever set it, knows.",
                "If the host's boot log reports diverging TSCs (TP214), the option hides a hardware fault: without it, its VMs may become slow; "
                    + "with it, time may go wrong in all of them, and the host eventually crashes.",
                "From ESXi 8.0 on the option is called obsolete, and is expected to have no effect.",
            ])
        {
            TakesInfrastructureRights = true,
            Verify = Verification.Scan,
        };
    }

    public static PlannedRemedy HighPerformance(FleetTarget target) => new(
        Setting.VMware,
        "Set the host's power policy to High Performance",
        [
            new(Tools.VSphereClient, """
                1. Host > Configure > Hardware > Overview > Power Management > Edit Power Policy: High Performance.
                """),
            new(Tools.PowerCli, $$"""
                {{target.GetHost}}
                (Get-View $esx.ExtensionData.ConfigManager.PowerSystem).ConfigurePowerPolicy(1)
                """),
            new(Tools.EsxiShell, "esxcli system settings advanced set --option=/Power/CpuPolicy --string-value='High Performance'"),
        ],
        [
            "It takes effect immediately, without a reboot, and uses more energy. If the firmware manages power itself (no OS control), set it there.",
            "It speeds up arithmetic and waking from idle; a trapped clock stays trapped.",
        ])
    {
        TakesInfrastructureRights = true,
    };

    public static PlannedRemedy NotScaledReason() => new(Setting.VMware, "See in the VM's vmware.log why the TSC is not scaled",
        [
            new(Tools.EsxiShell, """
                grep -h -E 'TSC scaling|TSC offsetting|host to guest rate conversion' /vmfs/volumes/DATASTORE/VM/vmware.log | tail -n 4
                """),
            new(Tools.TimerProbe, "timerprobe log vmware.log"),
        ],
        [
            "The last block counts. 'Disabling TSC scaling since host does not support it': the ESXi is itself a virtual machine, or an older processor.",
            "'Disabling TSC scaling since TSCs have been adjusted by the host', or '... not supported on AMD when TSCs have been adjusted': the host adjusted them.",
            "'TSC scaling enabled': the VM reads natively, and the host distrusts its own TSC (Broadcom KB 321363). That ESXi writes these lines as Workstation does is expected.",
        ]);

    public static PlannedRemedy Distrusted() => new(Setting.VMware, "If all VMs on the host are slow: see whether it distrusts its own TSC",
        [
            new(Tools.EsxiShell, """
                zcat /var/log/boot.gz | grep 'TSC disabled as reference timer'
                grep -h 'TSC disabled as reference timer' /var/log/vmkernel.log
                zcat /var/run/log/vmkernel.*.gz | grep 'TSC disabled as reference timer'
                """),
            new(Tools.VSphereClient, """
                1. Move the VM to another host with vMotion and measure again.
                2. If it is fast there, and the host's boot log has the line "TSC disabled as reference timer: multiple clock domains" or
                   "... diverging NUMA TSCs", keep the VM off that host, and bring the host to ESXi 7.0 U3 or later.
                """),
        ],
        [
            "Broadcom KB 321363 names ESXi 5.5 to 6.7, mostly on large NUMA machines; from 7.0 U3 on this cause is not expected.",
            "The line is written while the host boots: the boot log (/var/log/boot.gz) still has it long after vmkernel.log has been rotated.",
            Caveats.ForcedTsc,
        ]);

    private static string BootOption(string key) =>
        ShellQuoting.Posix(key.StartsWith(BootPrefix, StringComparison.OrdinalIgnoreCase) ? key[BootPrefix.Length..] : key);

    public static PlannedRemedy CpuLimit(VmName vm) => new(
        Setting.VMware,
        "Look for a CPU limit on the VM and its resource pool, and remove it",
        [
            new(Tools.VSphereClient, """
                1. Edit Settings > Virtual Hardware > CPU > Limit: Unlimited.
                2. Do the same for the resource pools above the VM.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Get-VMResourceConfiguration -VM $vm | Select-Object VM, CpuLimitMhz, CpuReservationMhz, CpuSharesLevel
                Get-VMResourceConfiguration -VM $vm | Set-VMResourceConfiguration -CpuLimitMhz $null
                """),
            new(Tools.Govc, $"""
                govc vm.info -json {vm.GovcTarget} | grep -i -A 8 cpuAllocation
                govc vm.change {vm.GovcOption} -cpu.limit=-1
                """),
        ],
        [
            "A limit may have been set on purpose, for instance for a license: ask first. It takes effect immediately, without a restart.",
            vm.Caveat,
        ]);

    public static PlannedRemedy CpuReady(VmName vm) => new(
        Setting.VMware,
        "Check the VM's ready and co-stop time, and free up CPU on the host",
        [
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Get-Stat -Entity $vm -Realtime -MaxSamples 15 -Stat cpu.ready.summation, cpu.costop.summation, cpu.maxlimited.summation
                """),
            new(Tools.Govc, $"""
                govc metric.sample -n 15 {vm.GovcPath} cpu.ready.summation cpu.costop.summation
                """),
        ],
        [
            "The values are milliseconds per 20 seconds: ready in percent is value / 20,000 / number of vCPUs x 100. From about 5 % "
                + "per vCPU, it is noticeable.",
            "Check the host's power policy too: anything but High Performance or Balanced slows the arithmetic itself.",
            vm.Caveat,
        ]);
}
