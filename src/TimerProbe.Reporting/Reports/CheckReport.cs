namespace TimerProbe.Reporting.Reports;

/// <summary>A check document as a report.</summary>
public static class CheckReport
{
    private static readonly ReportColumn[] ClockColumns =
    [
        new("Clock"),
        new("Cost", ColumnContent.Figures),
        new("Normal", ColumnContent.Figures, Rank: 5),
        new("Median between", ColumnContent.Figures, Rank: 4),
        new("Calls", ColumnContent.Figures, Rank: 3),
        new("Meaning", Rank: 1),
        new("Read by", ColumnContent.Names, Rank: 2),
    ];

    public static Report Create(CheckDocument document)
    {
        var summary = CheckSummary.From(document);
        return new Report
        {
            Title = "Clock check of",
            Subject = document.Machine.Name,
            About = [summary.System, summary.Platform],
            StartedAt = document.StartedAt,
            Severity = summary.Severity,
            Headline = summary.Headline,
            Reasons = [.. summary.Reasons, .. GetBrief(document.Findings)],
            Verdict = GetVerdict(document.Verdict.State, document.Verdict.Cause, document.Verdict.Confidence),
            Sections = [.. GetSections(document)],
            Findings = document.Findings,
            Muted = MutedSummary.Of(document.Muting),
            Details = GetDetails(document.Machine),
            Unavailable = document.Machine.Unavailable,
            Verify =
                $"`timerprobe check` on this machine again: the clock is healthy when precise time costs at most {VerdictTable.HealthyLimit}.",
            Document = GetDocument(
                document.Schema,
                document.Id,
                document.Tool,
                StartedAt(document.StartedAt),
                ("Measured for", $"{document.Timing.MeasuringMs:#,0.0} ms of {document.Timing.TotalMs:#,0.0} ms in all")),
        };
    }

    internal static IReadOnlyList<(string What, string Value)> GetVerdict(Enum state, Enum cause, Confidence? confidence) =>
    [
        ("State", state.ToDocumentName()),
        ("Cause", cause.ToDocumentName()),
        .. confidence is { } known ? [("Confidence", known.ToDocumentName())] : Array.Empty<(string, string)>(),
    ];

    internal static IEnumerable<string> GetBrief(IReadOnlyList<Finding> findings)
    {
        if (findings is [{ Impact: { } impact }, ..])
        {
            yield return $"Impact: {impact}";
        }

        if (findings is [{ LikelyCause: { } cause }, ..])
        {
            yield return $"Likely cause: {cause}";
        }
    }

    internal static ReportSection Clocks(CheckDocument document, string title) => new(
        title,
        ClockColumns,
        [
            .. ClockRow.From(document).Select(GetCells),
            .. CpuWaitRow.From(document) is { } wait ? [[CpuWaitRow.Label, wait.Share, "", "", "", wait.Note, ""]] : Array.Empty<string[]>(),
        ],
        [
            .. ClockRow.Missing(document),
            .. document.Control.Because is { } because ? [$"The process did not get its processor: {because}."] : Array.Empty<string>(),
            $"Up to {VerdictTable.HealthyLimit} a read of precise time is healthy, up to {VerdictTable.CheckLimit} worth a check, up to {VerdictTable.SuspiciousLimit} suspicious, above that slow.",
        ])
    {
        IsDetail = true,
    };

    internal static IReadOnlyList<(string What, string Value)> GetDocument(
        string schema, Guid id, ToolInfo tool, params (string What, string Value)[] more) =>
        [("Made by", $"TimerProbe {tool.Version}"), ("Document", id.ToString()), ("Form", schema), .. more];

    internal static (string What, string Value) StartedAt(DateTimeOffset time) =>
        ("Started", time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'"));

    private static IReadOnlyList<(string What, string Value)> GetDetails(MachineFacts machine)
    {
        var hypervisor = machine.Hypervisor;
        var pressure = machine.CpuPressure;
        return
        [
            .. from detail in new[]
               {
                   ("SMBIOS UUID", machine.SmbiosUuid),
                   ("product", machine.SmbiosProduct),
                   ("processor", machine.CpuModel),
                   ("architecture", machine.Architecture),
                   ("invariant TSC", YesOrNo(machine.InvariantTsc)),
                   ("hypervisor", hypervisor.Vendor),
                   ("TSC rate it reports", hypervisor.VirtualTscHz?.ToString()),
                   ("host's rate", hypervisor.HostHz?.ToString()),
                   ("virtualization-based security", YesOrNo(hypervisor.Vbs)),
                   ("VMware Tools", machine.VmwareTools?.Version),
                   ("performance counter", machine.Windows?.QpfHz?.ToString()),
                   ("useplatformclock", YesOrNo(machine.Windows?.UsePlatformClock)),
                   ("clock source", machine.Linux?.Clocksource),
                   ("vDSO", YesOrNo(machine.Linux?.Vdso)),
                   ("container", machine.Linux?.Container),
                   ("CPU quota", pressure.Quota is { } quota ? $"{quota:0.##} processors" : null),
                   ("throttled", Milliseconds(pressure.ThrottledMs)),
                   ("stolen", Milliseconds(pressure.StealMs)),
                   ("waited for a processor", Milliseconds(pressure.WaitedMs)),
                   ("CPU limit", pressure.LimitHz?.ToString()),
               }
               where detail.Item2 is not null
               select (detail.Item1, detail.Item2),
        ];
    }

    private static string? YesOrNo(bool? fact) => fact switch
    {
        true => "yes",
        false => "no",
        null => null,
    };

    private static string? Milliseconds(double? ms) => ms is { } time ? $"{time:#,0.###} ms" : null;

    private static IEnumerable<ReportSection> GetSections(CheckDocument document)
    {
        yield return Clocks(document, "Clocks");
        if (document.PerProcessor is { Count: > 0 } processors)
        {
            yield return Processors(processors);
        }

        if (document.Scaling is { Count: > 0 } scaling)
        {
            yield return Threads(scaling);
        }

        if (document.Rounds is { CallsPerSecond.Count: > 0 } rounds)
        {
            yield return Rounds(rounds);
        }

        if (document.Drift is { } drift)
        {
            yield return new ReportSection(
                "The rate of the clock",
                [],
                [],
                [.. GetRates(drift), .. new[] { GetAgreement(drift) }.OfType<string>()]);
        }
    }

    private static IReadOnlyList<string> GetCells(ClockRow row) =>
    [
        row.Label,
        row.Cost.ToString(),
        row.Normal,
        row.Spread.Length == 0 ? "" : row.Spread + " ns",
        row.Rate,
        row.Note,
        row.Api,
    ];

    private static ReportSection Processors(IReadOnlyList<ProcessorClockFacts> processors) => new(
        "Processors one by one",
        [
            new("Group", ColumnContent.Figures),
            new("Processor", ColumnContent.Figures),
            new("Precise time", ColumnContent.Figures),
            new("RDTSC", ColumnContent.Figures),
        ],
        [.. processors.Select(processor =>
            (IReadOnlyList<string>)[
                processor.Group == 0 ? "" : $"{processor.Group}",
                $"{processor.Processor}",
                processor.PreciseTimeNs?.ToString() ?? "not allowed",
                processor.TimestampCounterNs?.ToString() ?? "",
            ])],
        []);

    private static ReportSection Threads(IReadOnlyList<ScalingFacts> scaling) => new(
        "Threads at once",
        [new("Threads", ColumnContent.Figures), new("Calls", ColumnContent.Figures), new("Of linear", ColumnContent.Figures)],
        [.. scaling.Select(step =>
            (IReadOnlyList<string>)[
                $"{step.Threads}",
                $"{step.CallsPerSecond / 1e6:#,0.00} M/s",
                $"{step.Efficiency * 100:0} %"
            ])],
        []);

    private static ReportSection Rounds(RoundFacts rounds) => new(
        "Calls counted in rounds",
        [new("Round", ColumnContent.Figures), new("Calls", ColumnContent.Figures)],
        [.. rounds.CallsPerSecond.Select((rate, number) =>
            (IReadOnlyList<string>)[$"{number + 2}", $"{rate:#,0} calls/s"])],
        [
            $"Rounds of {rounds.LengthMs:#,0} ms, the first dropped. They vary with the machine's load; the verdict does not depend on them."
        ]);

    private static IReadOnlyList<string> GetRates(DriftFacts drift)
    {
        if (drift is { Reference: { } reference, ReferenceUncertaintyPpm: { } uncertainty }
            && drift is { CounterAgainstReferencePpm: { } counter, PreciseAgainstReferencePpm: { } precise })
        {
            return
            [
                $"against {NameOf(reference)} over {drift.ReferenceOverSeconds:0} s, give or take {Magnitude(uncertainty)}:",
                $"counter {counter}, which no time service corrects",
                $"precise time {precise}: it was moved by {drift.AdjustedMs:#,0.###} ms against the counter",
            ];
        }

        var why = drift.Unavailable.FirstOrDefault(gap => gap.What == "counterAgainstReferencePpm")?.Why;
        return [$"it could not be determined: {why ?? "no reference"}"];
    }

    /// <summary>How precise and coarse time agree, which says nothing of their rate; null when they were not compared.</summary>
    private static string? GetAgreement(DriftFacts drift) => drift is { PreciseAgainstCoarsePpm: { } coarse, UncertaintyPpm: { } width }
        ? $"precise against coarse time {coarse} over {drift.OverSeconds:0} s, give or take {Magnitude(width)}: both come from one timekeeper, so their agreement says nothing about its rate"
        : null;

    private static string NameOf(TimeReferenceFacts reference) => reference.Kind == TimeReferenceKind.VmwareTools
        ? "the host's time (VMware Tools)"
        : $"{reference.Name} (NTP, stratum {reference.Stratum}, round trip {reference.RoundTripMs:0.###} ms)";

    private static string Magnitude(PartsPerMillion ppm) => ppm.ToString().TrimStart('+');
}
