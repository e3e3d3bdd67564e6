using static TimerProbe.Reporting.Reports.ColumnContent;

namespace TimerProbe.Reporting.Reports;

/// <summary>A check document as a report.</summary>
public static class CheckReport
{
    public static Report Create(CheckDocument document)
    {
        var summary = CheckSummary.From(document);
        IReadOnlyList<Finding> findings = summary.Trouble is { } first
            ? [first, .. document.Findings.Where(finding => finding != first)]
            : document.Findings;
        return new Report
        {
            Title = "Clock check of",
            Subject = document.Machine.Name,
            About = [summary.System, summary.Platform],
            StartedAt = document.StartedAt,
            Severity = summary.Severity,
            Headline = summary.Headline,
            Reasons = [.. summary.Reasons, .. GetBrief(findings)],
            Verdict = GetVerdict(document.Verdict.State, document.Verdict.Cause, document.Verdict.Confidence),
            Sections = [.. GetSections(document)],
            Findings = findings,
            Muted = NoticeText.Muted(document.Muting),
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
            LookUp = document.Verdict.State != ClockState.Healthy && Platforms.GetPlatform(document.Machine) == Setting.VMware
                ? $"For the fleet's owner: `timerprobe scan VCENTER --user NAME --name {ShellQuoting.Word(document.Machine.Name)}` "
                    + "(the VM's name in vCenter) tells which host it is on, since when, and who moved it."
                : "",
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

    internal static ReportSection Clocks(CheckDocument document, string title)
    {
        var table = ReportSection.Of<ClockRow>(
            title,
            ClockRow.From(document),
            new("Clock", row => row.Label),
            new("Cost", row => row.Cost.ToString(), Figures),
            new("Healthy", row => row.Normal, Figures, rank: 5),
            new("Median range", row => row.Spread.Length == 0 ? "" : row.Spread + " ns", Figures, rank: 4),
            new("Calls", row => row.Rate, Figures, rank: 3),
            new("Meaning", row => row.Note, rank: 1),
            new("Read by", row => row.Api, Names, rank: 2));
        return table with
        {
            IsDetail = true,
            Rows = ClockRow.GetCpuWait(document) is { } wait
                ? [.. table.Rows, [wait.Label, wait.Share, "", "", "", wait.Note, ""]] : table.Rows,
            Notes =
            [
                .. ClockRow.Missing(document),
                .. document.Control.Because is { } because ? [$"The process did not get its processor: {because}."] : Array.Empty<string>(),
                $"Up to {VerdictTable.HealthyLimit} a read of precise time is healthy, up to {VerdictTable.CheckLimit} worth a check, up to {VerdictTable.SuspiciousLimit} suspicious, above that slow.",
            ],
        };
    }

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
        ReportSection[] sections =
        [
            Clocks(document, "Clocks"),
            Processors(document.PerProcessor ?? []),
            Threads(document.Scaling ?? []),
            .. document.Rounds is { } rounds ? [Rounds(rounds)] : Array.Empty<ReportSection>(),
        ];
        return
        [
            .. sections.Where(section => section.Rows.Count > 0),
            .. document.Drift is { } drift
                ? [new ReportSection("The rate of the clock", [], [], GetRates(drift))]
                : Array.Empty<ReportSection>(),
            .. document.Time is { } time && GetTime(time).ToList() is { Count: > 0 } lines
                ? [new ReportSection("The time", [], [], lines)]
                : Array.Empty<ReportSection>(),
        ];
    }

    private static ReportSection Processors(IReadOnlyList<ProcessorClockFacts> processors) => ReportSection.Of<ProcessorClockFacts>(
        "Processors one by one",
        processors,
        new("Group", processor => processor.Group == 0 ? "" : $"{processor.Group}", Figures),
        new("Processor", processor => $"{processor.Processor}", Figures),
        new("Precise time", processor => processor.PreciseTimeNs?.ToString() ?? "not allowed", Figures),
        new("RDTSC", processor => processor.TimestampCounterNs?.ToString(), Figures));

    private static ReportSection Threads(IReadOnlyList<ScalingFacts> scaling) => ReportSection.Of<ScalingFacts>(
        "Threads at once",
        scaling,
        new("Threads", step => $"{step.Threads}", Figures),
        new("Calls", step => $"{step.CallsPerSecond / 1e6:#,0.00} M/s", Figures),
        new("Of linear", step => $"{step.Efficiency * 100:0} %", Figures));

    private static ReportSection Rounds(RoundFacts rounds) => ReportSection.Of<(int Index, double Rate)>(
        "Calls counted in rounds",
        rounds.CallsPerSecond.Select((rate, index) => (index, (double)rate)),
        new("Round", round => $"{round.Index + 2}", Figures),
        new("Calls", round => $"{round.Rate:#,0} calls/s", Figures)) with
    {
        Notes = [$"Rounds of {rounds.LengthMs:#,0} ms, the first dropped. They vary with the machine's load; the verdict does not depend on them."],
    };

    private static IReadOnlyList<string> GetRates(DriftFacts drift)
    {
        var reference = GetName(drift.Reference);
        return drift is not { UncertaintyPpm: { } uncertainty }
            ? [$"it could not be determined: {(reference is null ? "" : $"{reference}: ")}{GetReason(drift.Unavailable)}"]
            :
            [
                $"against {reference} over {drift.OverSeconds:0} s, give or take {uncertainty.ToString().TrimStart('+')}:",
                $"counter {drift.CounterAgainstReferencePpm}, which no time service corrects",
                $"precise time {drift.PreciseAgainstReferencePpm}: it was moved by {drift.AdjustedMs:#,0.###} ms against the counter",
            ];
    }

    /// <summary>What was looked at of the time; nothing in a plain check.</summary>
    private static IEnumerable<string> GetTime(TimeFacts time)
    {
        if (GetName(time.Reference) is { } reference)
        {
            yield return time is { OffsetMs: { } offset, OffsetUncertaintyMs: { } uncertainty }
                ? $"{Math.Abs(offset):#,0.###} ms {(offset < 0 ? "behind" : "ahead of")} {reference}, give or take {uncertainty:#,0.###} ms{GetQuality(time.Reference!)}"
                : $"{reference} did not give the time: {GetReason(time.Unavailable)}";
        }

        if (time.Steps is { } steps)
        {
            yield return steps.Count == 0
                ? "nothing set it while it was watched"
                : $"it was set {Counted.Of(steps.Count, Noun.Time)}: {PlainText.List([.. steps.Take(5).Select(step => $"by {step.ByMs:+#,0;-#,0} ms at {step.AtMs / 1e3:#,0.#} s")])}";
        }

        if (time.ProcessorsApartNs is { } apart)
        {
            yield return time.ApartProcessors is { } pair
                ? $"the counters of processors {PlainText.List(pair)} are {apart:#,0} ns apart"
                : "the processors' counters agree as closely as handing a reading over can tell";
        }

        if (time.Services is { Count: > 0 } services)
        {
            yield return $"set by {PlainText.List(services)}";
        }
    }

    private static string GetReason(IReadOnlyList<Unavailable> gaps) => gaps is [var gap, ..] ? gap.Why : "no reference";

    private static string GetQuality(TimeReferenceFacts reference) => reference.RootDistanceMs is not { } distance ? ""
        : $" (stratum {reference.Stratum}, itself within {distance:#,0.###} ms)";

    private static string? GetName(TimeReferenceFacts? reference) =>
        reference?.Kind == TimeReferenceKind.VmwareTools ? "the host's time (VMware Tools)" : reference?.Name;
}
