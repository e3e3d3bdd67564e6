namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Letting a scan know more than vCenter's events tell.</summary>
internal static class ScanKnowledge
{
    public static PlannedRemedy JoinGuestResults(string server) => new(
        Setting.VMware,
        "Measure in the guests and give their results to the scan",
        [
            new(Tools.TimerProbe, $"""
                # in each guest:
                timerprobe check --output json --out VM-NAME.json
                # where the documents have been gathered:
                timerprobe scan {ShellQuoting.Posix(server)} --user NAME --guest-results DIR
                """),
        ],
        [
            "A guest is told the frequency it was powered on at: that makes its home known, and its measured cost says whether anything is "
                + "wrong at all.",
        ])
    {
        Verify = Verification.Scan,
    };

    public static PlannedRemedy KeepEvents(string server) => new(
        Setting.VMware,
        "Let vCenter keep its events longer than the VMs stay on",
        [
            new(Tools.VSphereClient, """
                1. vCenter > Configure > Settings > General > Edit > Database: look at the event retention, 30 days unless changed.
                2. Raise it, if the vCenter's database has the room.
                """),
            new(Tools.PowerCli, $"""
                $center = $global:DefaultVIServers | Where-Object Name -eq {ShellQuoting.PowerShell(server)}
                Get-AdvancedSetting -Entity $center -Name event.maxAge, event.maxAgeEnabled
                """),
        ],
        [
            "It helps for power-ons from now on. What is gone stays gone.",
            "A VM that came from another vCenter left its power-on event there.",
        ])
    {
        Verify = Verification.Scan,
    };

    public static PlannedRemedy PowerCycleAtMaintenance() => new(
        Setting.VMware,
        "Power-cycle the VMs on the hosts where they will stay (downtime)",
        [
            new(Tools.VSphereClient, $"""
                1. {VSphereClientSteps.AdvancedParameters}
                2. Add vmx.reboot.powerCycle with the value TRUE: the next restart of the guest is then a power cycle.
                3. Or shut the guest down and power the VM on. A restart alone is not a power cycle.
                """),
        ],
        [Caveats.RebaseIsExpected, Caveats.ChosenHost])
    {
        Verify = Verification.Scan,
    };
}
