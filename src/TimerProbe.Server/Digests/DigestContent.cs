namespace TimerProbe.Server.Digests;

/// <summary>The first screen of a report: the summary, what changed, the machines that matter most, and what is not known.</summary>
internal static class DigestContent
{
    private const int MaxChanges = 20;
    private const int MaxReasons = 5;

    private static readonly HashSet<ChangeKind?> MainKinds =
        [ChangeKind.WentAway, ChangeKind.FoundAway, ChangeKind.CameHome, ChangeKind.VerdictChanged, ChangeKind.HostFrequencyChanged];

    public static string GetTitle(FleetView fleet, DateTimeOffset at) =>
        $"report of {at.UtcDateTime.ToString("yyyy-MM-dd")}: {fleet.Report.Summary.Brief}";

    public static string GetSubject(FleetView fleet) => Counted.Of(fleet.Scans.Count, Noun.VCenter);

    public static IReadOnlyList<MailSection> Create(FleetView fleet, HistoryDocument changes, DateTimeOffset since) =>
    [
        new("Summary", [.. Summary(fleet)], []),
        Changed(changes, since),
        Machines(fleet),
        Unknown(fleet),
    ];

    private static IEnumerable<string> Summary(FleetView fleet) =>
    [
        $"{fleet.Report.Summary.Headline}.",
        .. fleet.Report.Counts.Total > 0
            ? [$"{Counted.Of(fleet.Report.Counts.Total, Noun.Vm)}: {fleet.Report.Summary.Numbers}."]
            : Array.Empty<string>(),
        .. fleet.Report.ToDo.Select((step, index) => $"{Counted.Number(index + 1)}. {step.Says} ({step.Sure}).").Prepend("Do this:").Skip(fleet.Report.ToDo.Count == 0 ? 1 : 0),
        .. fleet.Targets.Where(target => target.Failures > 0)
            .Select(target =>
                $"Not read: {target.Server} {FleetView.NotRead(target, at => $"{Times.Minute(at)} UTC")}{(target.Problem is { } problem ? $" {problem}" : "")}"),
        .. fleet.Scans.Where(scan => scan.Problems.Count > 0)
            .Select(scan => $"Partial: {scan.Server} was read in part. What is missing: {string.Join("; ", scan.Problems)}"),
    ];

    private static MailSection Changed(HistoryDocument changes, DateTimeOffset since)
    {
        var reported = HistoryEntry.From(Filter(isMain: true));
        var others = HistoryEntry.From(Filter(isMain: false))
            .GroupBy(row => row.What)
            .OrderByDescending(same => same.Count())
            .ThenBy(same => same.Key, StringComparer.Ordinal)
            .Select(same => $"{Counted.Number(same.Count())} {same.Key}");
        return new MailSection(
            $"Changed since {Times.Minute(since)} UTC",
            [
                .. changes.Changes.Count == 0 ? ["Nothing."] : Array.Empty<string>(),
                .. reported.Count > MaxChanges ? [$"The last {MaxChanges} of {Counted.Number(reported.Count)}:"] : Array.Empty<string>(),
                .. string.Join(", ", others) is { Length: > 0 } counted ? [$"Besides: {counted}."] : Array.Empty<string>(),
            ],
            reported.Count == 0
                ? []
                : [
                    ["Time (UTC)", "What", "Detail"],
                    .. reported.TakeLast(MaxChanges).Select(row => (string[])[$"{row.When} {Times.Minute(row.At)}", row.What, row.Detail])
                ]);

        HistoryDocument Filter(bool isMain) =>
            changes with { Changes = [.. changes.Changes.Where(change => MainKinds.Contains(change.KnownKind) == isMain)] };
    }

    private static MailSection Machines(FleetView fleet)
    {
        var first = fleet.TopMachines;
        return new MailSection(
            "VMs that matter most",
            first.Count == 0 ? ["None."] : [],
            Filled(
            [
                ["VM", "vCenter", "Cluster", "Where", "Difference", "Host", "Away since (UTC)", "Measured"],
                .. first.Select(machine => Row(machine, fleet.Scans.Count > 1))
            ]));
    }

    /// <summary>Without the columns that are empty.</summary>
    private static IReadOnlyList<IReadOnlyList<string>> Filled(IReadOnlyList<string[]> table)
    {
        int[] columns = [.. Enumerable.Range(0, table[0].Length).Where(column => table.Skip(1).Any(row => row[column].Length > 0))];
        return columns.Length == 0 ? [] : [.. table.Select(row => (string[])[.. columns.Select(column => row[column])])];
    }

    private static string[] Row(MachineRow machine, bool ofSeveral) =>
    [
        machine.Facts.Name,
        ofSeveral ? machine.Server : "",
        machine.Facts.Cluster ?? "",
        machine.Where,
        machine.Facts.DifferencePpm?.ToString() ?? "",
        machine.Facts.Host ?? "",
        machine.AwaySince is { } since ? Times.Minute(since) : "",
        machine.Measured,
    ];

    private static MailSection Unknown(FleetView fleet)
    {
        var reasons = fleet.Report.Machines.Where(machine => machine.Facts.Placement == Placement.Unknown)
            .GroupBy(machine => machine.Facts.UnknownReason ?? "")
            .OrderByDescending(same => same.Count())
            .ToList();
        var guests = fleet.UnknownGuests.Count;
        return new MailSection(
            "Not known",
            [
                .. reasons.Count == 0
                    ? fleet.Report.Counts.Running == 0 ? ["No scan found a running VM."] : ["Where every running VM was powered on is known."]
                    : reasons.Take(MaxReasons).Select(same => $"{Counted.Of(same.Count(), Noun.Vm)}: {same.Key}"),
                .. reasons.Count > MaxReasons
                    ? [$"{Counted.Of(reasons.Skip(MaxReasons).Sum(same => same.Count()), Noun.Vm)} for other reasons."]
                    : Array.Empty<string>(),
                .. guests > 0
                    ? [$"{Counted.Of(guests, Noun.Guest)} not in any scan submitted or saved a check: not in the numbers here."]
                    : Array.Empty<string>(),
            ],
            []);
    }
}
