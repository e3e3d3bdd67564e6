using System.Globalization;
using Spectre.Console;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>The scan in two sentences: the worst there is to say, then the numbers.</summary>
internal static class ScanHeadline
{
    public static void Write(Page page, ScanDocument document)
    {
        var machines = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines).ToList();
        var (text, style) = Headline(document, machines);
        page.Paragraph(text, style: style);
        var failed = document.VCenters.Where(vcenter => vcenter.Status == ReadStatus.Failed).Select(vcenter => SafeText.OneLine(vcenter.Server)).ToList();
        if (machines.Count > 0)
        {
            page.Paragraph(Numbers(machines, document.VCenters.Sum(vcenter => vcenter.Templates)), indent: 2);
        }

        if (failed.Count > 0 && failed.Count < document.VCenters.Count)
        {
            page.Paragraph($"Nothing is known of {string.Join(", ", failed)}: it could not be read.", indent: 2, Styles.Of(Severity.Critical));
        }
    }

    private static (string Text, Style Style) Headline(ScanDocument document, List<VirtualMachineFacts> machines)
    {
        var running = machines.Count(machine => machine.Placement != Placement.Off);
        var away = machines.Count(machine => machine.Placement == Placement.Away);
        var unknown = machines.Count(machine => machine.Placement == Placement.Unknown);
        var slow = machines.Count(machine => machine.Guest?.State == ClockState.Slow);
        var ofRunning = Text($"of {running:#,0} running virtual machines");
        const string where = "on a host of another frequency than the one they were powered on at";
        return (slow, away, unknown, running) switch
        {
            _ when document.VCenters.All(vcenter => vcenter.Status == ReadStatus.Failed) => ("FAILED: no vCenter could be read", Styles.Of(Severity.Critical)),
            ( > 0, _, _, _) => (Text($"SLOW: {slow:#,0} {ofRunning} {(slow == 1 ? "has a clock" : "have clocks")} that {(slow == 1 ? "was" : "were")} measured slow; {away:#,0} {(away == 1 ? "sits" : "sit")} {where}"), Styles.Of(Severity.Critical)),
            (_, > 0, _, _) => (Text($"AWAY: {away:#,0} {ofRunning} {(away == 1 ? "sits" : "sit")} {where}"), Styles.Of(Severity.Warning)),
            (_, _, > 0, _) => (Text($"UNKNOWN: none is known to sit {where}, but of {unknown:#,0} {ofRunning} it is not known"), Styles.Of(Severity.Warning)),
            (_, _, _, 0) => ("NONE: no running virtual machine was found", Styles.Strong),
            _ => ("HOME: every running virtual machine is on a host of the frequency it was powered on at", Styles.Of(ClockState.Healthy)),
        };
    }

    private static string Numbers(List<VirtualMachineFacts> machines, int templates)
    {
        var counts = Enum.GetValues<Placement>().Select(placement => (Name: placement.ToDocumentName(), Count: machines.Count(machine => machine.Placement == placement)))
            .Where(each => each.Count > 0)
            .Select(each => Text($"{each.Count:#,0} {each.Name}"));
        var measured = machines.Count(machine => machine.Guest is not null);
        return string.Join(", ", counts)
            + (measured > 0 ? Text($"; {measured:#,0} measured inside") : "")
            + (templates > 0 ? $"; {Counted.Of(templates, "template")} left out" : "");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
