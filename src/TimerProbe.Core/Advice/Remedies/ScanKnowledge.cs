namespace TimerProbe.Core.Advice;

internal static class ScanKnowledge
{
    public static PlannedRemedy PublishFromGuests(string server) => Known("Let the guests publish what they measure",
        [
            new(Tools.TimerProbe, $"""
                # in each guest, best every hour by a scheduled task or a timer of the template:
                timerprobe check --publish --fail-on never
                # the next scan reads it with what it reads anyway:
                {DecidingWay.Scan(server)}
                """),
        ],
        [
            "It needs VMware Tools in the guest, and a VM that does not forbid it (`isolation.tools.setInfo.disable`).",
            "A guest's administrators can publish what they like about their own VM.",
        ]);

    /// <summary>The probe first where guests have Windows; where none has, the program, and the probe for those with pwsh.</summary>
    public static PlannedRemedy MeasureToSettle(string server, bool hasWindows)
    {
        RemedyStep[] probe =
        [
            new(Tools.PowerCli, $"""
                # with the module TimerProbe, nothing installed in the guests; it asks for their login
                Connect-VIServer {ShellQuoting.PowerShell(server)}
                {DecidingWay.Probe}
                # then the next scan reads what they published
                """),
            new(Tools.PowerShell, $"""
                # or copy the module's Probe/clock-probe.ps1 into the guest, or paste it there
                {DecidingWay.PastedProbe}
                """),
        ];
        RemedyStep program = new(Tools.TimerProbe, $"""
            # with the program, in each of these guests:
            {DecidingWay.Program}
            # then:
            {DecidingWay.Scan(server)}
            """);
        return Known(
            "Measure in the guests that the evidence names, then scan again",
            hasWindows ? [.. probe, program] : [program, .. probe],
            [
                "One result decides its host, two that agree the whole class. A result of any source counts: published, passed with `--guest-results`, or submitted to a server.",
            ]);
    }

    public static PlannedRemedy KeepStatistics() => Known("Let vCenter keep CPU statistics",
        [
            new(Tools.VSphereClient, """
                1. vCenter > Configure > Settings > General > Edit > Statistics.
                2. Enable all four intervals, at level 1 or higher: that is the default.
                """),
        ],
        [
            "From then on they show the frequency at each power-on for a year, and since when a VM is away. What was not saved cannot be recovered.",
            "That they show it is expected: it has not been tried on a real vCenter.",
        ]) with
    {
        TakesInfrastructureRights = true,
    };

    public static PlannedRemedy FetchLogs(string server) => Known("Let the scan fetch the vmware.log files that decide it",
        [new(Tools.TimerProbe, DecidingWay.ReadLogs(server))],
        [
            "Besides Read-only the account needs Datastore.Browse and Datastore.FileManagement (Low level file operations) on the datastores.",
            "That the log of a running VM can be fetched is expected: it has not been tried on a real vCenter.",
        ]);

    public static PlannedRemedy JoinLogs(string server) => Known("Pass the VMs' vmware.log files to the scan",
        [new(Tools.TimerProbe, DecidingWay.JoinLogs(server))],
        [
            "The hypervisor logs the VM's frequency at each power-on and, we expect, after each move. The files are in the VM's folder on its datastore.",
        ]);

    public static PlannedRemedy KeepEvents(string server) => Known("Keep vCenter events longer than your VMs run",
        [
            new(Tools.VSphereClient, """
                1. vCenter > Configure > Settings > General > Edit > Database: check the event retention, 30 days by default.
                2. Raise it if the vCenter database has room.
                """),
            new(Tools.PowerCli, $"""
                $center = $global:DefaultVIServers | Where-Object Name -eq {ShellQuoting.PowerShell(server)}
                Get-AdvancedSetting -Entity $center -Name event.maxAge, event.maxAgeEnabled
                """),
        ],
        [
            "This helps for power-ons from now on. Events already deleted cannot be recovered.",
            "The power-on event of a VM that came from another vCenter is in that vCenter.",
        ]) with
    {
        TakesInfrastructureRights = true,
    };

    public static PlannedRemedy PowerCycleAtMaintenance() => Known("Power-cycle the VMs on the hosts where they will stay (downtime)",
        [
            new(Tools.VSphereClient, $"""
                1. {VMwareSettings.OpenAdvanced}
                2. Add vmx.reboot.powerCycle with the value TRUE: the next guest restart is then a power cycle.
                3. Or shut the guest down and power the VM on. A restart alone is not a power cycle.
                """),
        ],
        [Caveats.RebaseIsExpected, Caveats.ChosenHost]);

    private static PlannedRemedy Known(string action, IReadOnlyList<RemedyStep> steps, IReadOnlyList<string> caveats) =>
        new(Setting.VMware, action, steps, caveats) { Verify = Verification.Scan };
}
