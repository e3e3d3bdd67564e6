using TimerProbe.Core.Names;

namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Settings of a VMware host that touch the clocks of its virtual machines.</summary>
internal static class VMwareHostSettings
{
    private const string BootPrefix = "VMkernel.Boot.";

    /// <summary>Reads only: a host may not boot without an option that somebody set for it.</summary>
    public static PlannedRemedy KernelOptions(FleetTarget target)
    {
        var (host, keys) = (target.Host, target.Keys);
        return new(
            Setting.VMware,
            "Ask the vendor of the host whether it needs the options; change nothing",
            [
                new(Tools.VSphereClient,
                    $"Host > Configure > System > Advanced System Settings: read {NameList.Join([.. keys.Select(PlainText.OneLine)])}."),
                new(Tools.PowerCli, $$"""
                    {{host.GetHost}}
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
                {{target.Host.GetHost}}
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

    private static string BootOption(string key) =>
        ShellQuoting.Posix(key.StartsWith(BootPrefix, StringComparison.OrdinalIgnoreCase) ? key[BootPrefix.Length..] : key);
}
