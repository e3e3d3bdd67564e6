using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Units;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.Reporting;
using TimerProbe.Reporting.History;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Digests;

/// <summary>The first screen of a report: what it comes to, what changed, the machines that matter most, and what is not known.</summary>
internal static class DigestContent
{
    private const int MostMachines = 10;
    private const int MostChanges = 20;
    private const int MostReasons = 5;

    /// <summary>What is told line by line; the other changes are counted.</summary>
    private static readonly HashSet<string> Told = new(StringComparer.Ordinal) { "wentAway", "foundAway", "cameHome", "verdictChanged", "hostFrequencyChanged" };

    /// <summary>The subject of the mail.</summary>
    public static string TitleOf(FleetView fleet, DateTimeOffset at) =>
        $"report of {at.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}: {fleet.Summary.Brief}";

    /// <summary>Whom it is about.</summary>
    public static string SubjectOf(FleetView fleet) => Counted.Of(fleet.VCenters.Count, "vCenter");

    /// <summary>What it says.</summary>
    /// <param name="fleet">The fleet.</param>
    /// <param name="changes">What changed.</param>
    /// <param name="since">Since when that is.</param>
    public static IReadOnlyList<MailSection> Create(FleetView fleet, HistoryDocument changes, DateTimeOffset since) =>
    [
        new("Summary", [.. Summary(fleet)], []),
        Changed(changes, since),
        Machines(fleet),
        Unknown(fleet),
    ];

    private static IEnumerable<string> Summary(FleetView fleet) =>
    [
        fleet.Lead,
        .. fleet.FixSummary.More.Length > 0 ? [fleet.FixSummary.More] : Array.Empty<string>(),
        .. fleet.Lines.Select(line => $"{line.What}: {line.Says}."),
        .. fleet.Counts.Total > 0 ? [$"{fleet.Summary.Headline}.", $"{Counted.Of(fleet.Counts.Total, "VM")}: {fleet.Summary.Numbers}."] : Array.Empty<string>(),
        .. fleet.Targets.Where(target => target.Failures > 0).Select(target => $"Not read: {target.Server} {FleetView.NotRead(target, at => $"{Times.Minute(at)} UTC")}{(target.Problem is { } problem ? $" {problem}" : "")}"),
        .. fleet.VCenters.Where(vcenter => vcenter.Problems.Count > 0).Select(vcenter => $"Partial: {vcenter.Server} was read in part. What is missing: {string.Join("; ", vcenter.Problems)}"),
    ];

    private static MailSection Changed(HistoryDocument changes, DateTimeOffset since)
    {
        var reported = HistoryEntry.From(changes with { Changes = [.. changes.Changes.Where(change => Told.Contains(change.Kind))] });
        var others = HistoryEntry.From(changes with { Changes = [.. changes.Changes.Where(change => !Told.Contains(change.Kind))] })
            .GroupBy(row => row.What, StringComparer.Ordinal).OrderByDescending(same => same.Count()).ThenBy(same => same.Key, StringComparer.Ordinal)
            .Select(same => $"{Counted.Number(same.Count())} {same.Key}");
        return new MailSection(
            $"Changed since {Times.Minute(since)} UTC",
            [
                .. changes.Changes.Count == 0 ? ["Nothing."] : Array.Empty<string>(),
                .. reported.Count > MostChanges ? [$"The last {MostChanges} of {Counted.Number(reported.Count)}:"] : Array.Empty<string>(),
                .. string.Join(", ", others) is { Length: > 0 } counted ? [$"Besides: {counted}."] : Array.Empty<string>(),
            ],
            reported.Count == 0 ? [] : [["Time (UTC)", "What", "Detail"], .. reported.TakeLast(MostChanges).Select(row => (string[])[$"{row.When} {Times.Minute(row.At)}", row.What, row.Detail])]);
    }

    private static MailSection Machines(FleetView fleet)
    {
        MachineView[] first = [.. fleet.Machines.Where(machine => machine.Severity is "critical" or "warning").Take(MostMachines)];
        return new MailSection(
            "VMs that matter most",
            first.Length == 0 ? ["None."] : [],
            Filled([["VM", "vCenter", "Cluster", "Where", "Difference", "Host", "Away since (UTC)", "Measured"], .. first.Select(machine => Row(machine, fleet.VCenters.Count > 1))]));
    }

    /// <summary>The columns of a table that hold anything.</summary>
    private static IReadOnlyList<IReadOnlyList<string>> Filled(IReadOnlyList<string[]> table)
    {
        int[] columns = [.. Enumerable.Range(0, table[0].Length).Where(column => table.Skip(1).Any(row => row[column].Length > 0))];
        return columns.Length == 0 ? [] : [.. table.Select(row => (string[])[.. columns.Select(column => row[column])])];
    }

    private static string[] Row(MachineView machine, bool ofSeveral) =>
    [
        machine.Name, ofSeveral ? machine.VCenter : "", machine.Cluster ?? "", $"{machine.Placement}{(machine is { Placement: "away", HomeCertainty: "inferred" } ? " (inferred)" : "")}",
        machine.DifferencePpm is { } ppm ? new PartsPerMillion(ppm).ToString() : "", machine.Host ?? "", machine.AwaySince is { } since ? Times.Minute(since) : "", machine.Measured,
    ];

    private static MailSection Unknown(FleetView fleet)
    {
        var reasons = fleet.Machines.Where(machine => machine.Placement == "unknown").GroupBy(machine => machine.UnknownReason ?? "", StringComparer.Ordinal).OrderByDescending(same => same.Count()).ToList();
        var guests = fleet.UnknownGuests.Count;
        return new MailSection(
            "Not known",
            [
                .. reasons.Count == 0 ? ["Where every running VM was powered on is known."] : reasons.Take(MostReasons).Select(same => $"{Counted.Of(same.Count(), "VM")}: {same.Key}"),
                .. reasons.Count > MostReasons ? [$"{Counted.Of(reasons.Skip(MostReasons).Sum(same => same.Count()), "VM")} for other reasons."] : Array.Empty<string>(),
                .. guests > 0 ? [$"{Counted.Of(guests, "guest")} that no scan knows handed in or saved a check: not in the numbers here."] : Array.Empty<string>(),
            ],
            []);
    }
}
