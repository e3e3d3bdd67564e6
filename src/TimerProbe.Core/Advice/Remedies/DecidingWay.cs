namespace TimerProbe.Core.Advice;

/// <summary>A way to decide whether the undecided VMs of a vCenter are slow.</summary>
/// <param name="Command">The command to copy.</param>
/// <param name="Where">Where it is run.</param>
/// <param name="Machines">The VMs that it asks.</param>
public sealed record DecidingWay(string Command, string Where, IReadOnlyList<string> Machines)
{
    /// <summary>PowerShell asks for the login of the guests.</summary>
    public const string Probe = "Invoke-TimerProbeGuestProbe -Settle scan.json -Publish";

    public const string PastedProbe = @".\clock-probe.ps1 -Publish";

    public const string Program = "timerprobe check --publish";

    /// <summary>The one that asks least first: the probe where guests have Windows, then the program, then logs.</summary>
    public static IReadOnlyList<DecidingWay> From(VCenterFacts center)
    {
        List<ScalingClass> open = [.. ScalingClass.From([center]).Where(hosts => hosts.Open.Count > 0)];
        List<string> guests = GetMachines(SettlingKind.Guest), logs = GetMachines(SettlingKind.Log);
        var windows = open.SelectMany(hosts => hosts.Open).Where(machine => machine.HasWindows).Select(machine => machine.Name).ToHashSet();
        var probed = guests.FindAll(windows.Contains);
        DecidingWay[] ways =
        [
            new(Probe, "from PowerCLI with the module TimerProbe, nothing installed in the guest", probed),
            new(PastedProbe, "in PowerShell in the guest, the script copied or pasted there", probed),
            new(Program, "in the guest, with the program", guests),
            new(ReadLogs(center.Server), "as a new scan that fetches the vmware.log", logs),
            new(JoinLogs(center.Server), "as a new scan with the vmware.log in that folder", logs),
        ];
        return [.. ways.Where(way => way.Machines.Count > 0)];

        List<string> GetMachines(SettlingKind kind) =>
            [.. open.SelectMany(hosts => hosts.SettleBy).Where(result => result.Kind == kind).Select(result => result.Machine).Distinct()];
    }

    internal static string ReadLogs(string server) => $"{Scan(server)} --read-logs";

    internal static string JoinLogs(string server) => $"{Scan(server)} --vm-logs DIR";

    internal static string Scan(string server) => $"timerprobe scan {ShellQuoting.Posix(server)} --user NAME";
}
