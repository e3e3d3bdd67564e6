using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using static System.FormattableString;

namespace TimerProbe.Reporting;

/// <summary>What a check says, in the words that all its forms for people have.</summary>
public sealed record CheckSummary
{
    private CheckSummary(CheckDocument document)
    {
        var verdict = document.Verdict;
        var shortOfCpu = document.Findings.Any(finding => finding is { Rule: "TP104", Confidence: Confidence.Measured });
        var how = verdict.Confidence == Confidence.Inferred ? "inferred, measured for" : "measured in";
        Headline = Invariant($"{verdict.State.ToString().ToUpperInvariant()}: {HeadlineOf(verdict, shortOfCpu)} ({how} {document.Timing.MeasuringMs:0} ms)");
        Reasons = verdict.State != ClockState.Healthy && shortOfCpu ? [verdict.Because, "besides, this machine is short of CPU (TP104)"] : [verdict.Because];
        Severity = SeverityOf(verdict.State);
        System = document.Machine.Os + (document.Machine.Windows?.Wine is { } version ? $" (Wine {version})" : "");
        Platform = $"{PlatformOf(document.Machine.Hypervisor)}, {ProcessorsOf(document.Machine)}";
    }

    /// <summary>The verdict in one line, its state in capitals first.</summary>
    public string Headline { get; }

    /// <summary>Why, in sentences; the same finding that a person reads below says that CPU is short, so that the two never disagree.</summary>
    public IReadOnlyList<string> Reasons { get; }

    /// <summary>How grave the verdict is; null for a healthy clock.</summary>
    public Severity? Severity { get; }

    /// <summary>The operating system.</summary>
    public string System { get; }

    /// <summary>The hypervisor and the processors.</summary>
    public string Platform { get; }

    /// <summary>The summary of a check.</summary>
    public static CheckSummary Of(CheckDocument document) => new(document);

    private static string HeadlineOf(Verdict verdict, bool shortOfCpu) => verdict.Cause switch
    {
        ClockCause.None when shortOfCpu => "the clock is healthy; this machine is short of CPU",
        ClockCause.None => "reading the clock is cheap here; if something is slow, the clock is not the cause",
        ClockCause.Intermittent => "the cost of a clock read changes",
        ClockCause.TscTrapped => "every clock read traps into the hypervisor",
        ClockCause.PlatformTimer => "every clock read goes to a platform timer",
        ClockCause.HypervisorPage => "clock reads fall back to a slow way, the hypervisor's page is not valid",
        ClockCause.HypervisorCall => "every clock read calls the hypervisor through the system",
        ClockCause.CpuStarved => "the processor itself is slow, and the clock with it",
        _ when verdict.State == ClockState.Unclear => "the cost of a clock read could not be pinned down",
        _ => "reading the clock is expensive, and no known cause fits",
    };

    private static Severity? SeverityOf(ClockState state) => state switch
    {
        ClockState.Healthy => null,
        ClockState.Check => Core.Advice.Severity.Info,
        ClockState.Slow => Core.Advice.Severity.Critical,
        _ => Core.Advice.Severity.Warning,
    };

    private static string PlatformOf(HypervisorFacts hypervisor) => hypervisor switch
    {
        { Present: not true } => "no hypervisor seen",
        { Name: { } name } => name,
        { Vendor: var vendor } => vendor ?? "unknown hypervisor",
    };

    private static string ProcessorsOf(MachineFacts machine) => (machine.AllowedProcessors, machine.ProcessorCount) switch
    {
        (null, null) => "processors unknown",
        ({ } allowed, { } all) when allowed != all => Invariant($"{allowed} of {all} processors"),
        var (allowed, all) => Counted.Of((all ?? allowed)!.Value, "processor"),
    };
}
