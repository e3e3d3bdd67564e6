namespace TimerProbe.Reporting.Reports;

/// <summary>A plan as a report.</summary>
public static class PlanReport
{
    /// <summary>The report.</summary>
    /// <param name="host">How a host or vCenter is named; null for its whole name.</param>
    public static Report Create(PlanDocument document, Func<string, string>? host = null)
    {
        host ??= name => name;
        var answer = PlanAnswer.Of(document, host);
        return new Report
        {
            Title = answer.Title,
            Subject = answer.Subject,
            About =
            [
                .. document.Scans
                    .Where(scan => scan.Servers.Count > 0)
                    .Select(scan => $"{string.Join(", ", scan.Servers)}, scanned {Times.Minute(scan.StartedAt)} UTC"),
                .. Bounds(document).Take(1).Select(bound => $"hosts filled to {bound.Value}"),
            ],
            StartedAt = document.MadeAt,
            Severity = answer.Severity,
            Headline = answer.Headline,
            Reasons = answer.Reasons,
            VerdictTitle = "Answer",
            Verdict = [("Kind", document.Kind.ToDocumentName())],
            Anonymized = document.Anonymized,
            Moved = MovedIn(document),
            Sections = [.. PlanSections.Create(document, host)],
            Findings = [],
            DetailsTitle = "Planned with",
            Details =
            [
                .. Bounds(document),
                ("tolerance", document.TolerancePpm.ToString()),
                .. document.Scans.Select(scan => ("scan", scan.Id.ToString())),
            ],
            Verify = "`timerprobe check` in a machine: only a measurement proves that its clock is fast.",
            Document = CheckReport.GetDocument(
                document.Schema, document.Id, document.Tool, ("Made", $"{Times.Minute(document.MadeAt)} UTC")),
        };
    }

    private static IEnumerable<(string What, string Value)> Bounds(PlanDocument document) => document is { Home: null, Evacuation: null }
        ? []
        :
        [
            ("most of a host's memory and CPU", $"{document.Settings.FillPercent:0.#} %"),
            ("most moves at once", Counted.Number(document.Settings.WaveSize)),
        ];

    private static IReadOnlyList<(string Host, PlannedClock Before, string? To, PlannedClock After)> MovedIn(PlanDocument document)
    {
        var moved = document.Moves.GroupBy(move => (move.Server, move.MachineId)).ToDictionary(
            same => same.Key, same => (Host: same.First().From, same.First().Before, To: (string?)same.Last().To, same.Last().After));
        foreach (var (machine, now) in (document.Evacuation?.Machines ?? []).Select(item => (item.Machine, item.Now)))
        {
            moved.TryAdd((machine.Server, machine.Id), (machine.Host, now, To: null, PlannedClock.Unknown));
        }

        foreach (var machine in (document.Home?.Remaining ?? []).Select(item => item.Machine))
        {
            moved.TryAdd((machine.Server, machine.Id), (machine.Host, PlannedClock.Slow, machine.Host, PlannedClock.Slow));
        }

        return [.. moved.Values];
    }
}
