using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Check;

/// <summary>A check document as a page for a person.</summary>
internal static class CheckText
{
    public static string Write(CheckDocument document, TextStyle style, bool verbose)
    {
        var page = new Page(style);
        page.Paragraph(Heading(document.Machine, style), style: Styles.Strong);
        page.Space();
        ClockTable.Write(page, document);
        page.Space();
        WriteVerdict(page, document);
        ProbeText.Write(page, document);
        foreach (var finding in document.Findings)
        {
            page.Space();
            FindingText.Write(page, finding);
        }

        MutedText.Write(page, document.Muting);
        if (document.Findings.Count > 0)
        {
            page.Space();
            WriteVerdict(page, document);
        }

        if (verbose)
        {
            WriteUnavailable(page, document.Machine);
        }

        return page.ToString();
    }

    private static string Heading(MachineFacts machine, TextStyle style)
    {
        var platform = machine.Hypervisor switch
        {
            { Present: not true } => "no hypervisor seen",
            { Name: { } name } => name,
            { Vendor: var vendor } => vendor ?? "unknown hypervisor",
        };
        var wine = machine.Windows?.Wine is { } version ? $" (Wine {version})" : "";
        return $"{machine.Name}{style.Separator}{machine.Os}{wine}{style.Separator}{platform}, {Processors(machine)}";
    }

    private static string Processors(MachineFacts machine) => (machine.AllowedProcessors, machine.ProcessorCount) switch
    {
        (null, null) => "processors unknown",
        ({ } allowed, { } all) when allowed != all => Invariant($"{allowed} of {all} processors"),
        var (allowed, all) => Invariant($"{all ?? allowed} {((all ?? allowed) == 1 ? "processor" : "processors")}"),
    };

    private static void WriteVerdict(Page page, CheckDocument document)
    {
        var verdict = document.Verdict;
        var how = verdict.Confidence == Confidence.Inferred ? "inferred, measured for" : "measured in";
        page.Paragraph(
            Invariant($"{verdict.State.ToString().ToUpperInvariant()}: {Headline(verdict, IsShortOfCpu(document))} ({how} {document.Timing.MeasuringMs:0} ms)"),
            style: Styles.Of(verdict.State));
        page.Paragraph(verdict.Because, indent: 2);
        if (verdict.State != ClockState.Healthy && IsShortOfCpu(document))
        {
            page.Paragraph("besides, this machine is short of CPU (TP104)", indent: 2);
        }
    }

    /// <summary>The same finding that a person reads below, so that the two never disagree.</summary>
    private static bool IsShortOfCpu(CheckDocument document) =>
        document.Findings.Any(finding => finding is { Rule: "TP104", Confidence: Confidence.Measured });

    private static string Headline(Verdict verdict, bool shortOfCpu) => verdict.Cause switch
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

    private static void WriteUnavailable(Page page, MachineFacts machine)
    {
        page.Space();
        page.Paragraph("Not available", style: Styles.Strong);
        foreach (var missing in machine.Unavailable)
        {
            page.Paragraph($"{missing.What}: {missing.Why}", indent: 2);
        }
    }
}
