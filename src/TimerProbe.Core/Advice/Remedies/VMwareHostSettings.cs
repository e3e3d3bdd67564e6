using TimerProbe.Core.Names;

namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Settings of a VMware host that touch the clocks of its virtual machines.</summary>
internal static class VMwareHostSettings
{
    private const string BootPrefix = "VMkernel.Boot.";

    public static PlannedRemedy KernelDefaults(FleetTarget target)
    {
        var (host, keys) = (target.Host, target.Keys);
        return new(
            Setting.VMware,
            "Find out why the options were set, then reset them (host restart)",
            [
                new(Tools.VSphereClient, $"""
                    1. Host > Configure > System > Advanced System Settings: check {NameList.Of([.. keys.Select(PlainText.OneLine)])}.
                    2. Move the VMs off (maintenance mode), set the options back to false, and reboot the host.
                    """),
                new(Tools.PowerCli, $$"""
                    {{host.GetHost}}
                    Get-AdvancedSetting -Entity $esx | Where-Object Name -in {{ShellQuoting.PowerShell(keys)}}
                    # then, in maintenance mode and before a reboot:
                    Get-AdvancedSetting -Entity $esx | Where-Object Name -in {{ShellQuoting.PowerShell(keys)}} | Set-AdvancedSetting -Value $false
                    """),
                new(Tools.EsxiShell, string.Join('\n',
                [
                    "zcat /var/log/boot.gz | grep 'TSC disabled as reference timer'",
                    .. keys.Select(key => $"esxcli system settings kernel list --option={BootOption(key)}"),
                    "# then, in maintenance mode and before a reboot:",
                    .. keys.Select(key => $"esxcli system settings kernel set --setting={BootOption(key)} --value=FALSE"),
                ])),
            ],
            [
                "If the host's boot log reports diverging TSCs (TP214), the options hide a hardware fault: without them, its VMs may become slow; "
                    + "with them, time may go wrong in all of them. Moving to ESXi 7.0 U3 or later is the better solution.",
                "A wrongly forced host TSC eventually crashes the host, after confusing symptoms (Broadcom KB 321363): do not leave it set "
                    + "for long.",
                "From ESXi 7.0 U3 on, the host trusts the TSC anyway, and the option is expected to have no effect.",
            ])
        {
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
        ]);

    private static string BootOption(string key) =>
        ShellQuoting.Posix(key.StartsWith(BootPrefix, StringComparison.OrdinalIgnoreCase) ? key[BootPrefix.Length..] : key);
}
