using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using static System.FormattableString;

namespace TimerProbe.Reporting;

/// <summary>A scan in two sentences: the worst there is to say, then the numbers.</summary>
public sealed class ScanSummary
{
    private const string Where = "on a host of another frequency than the one they were powered on at";

    private ScanSummary(ScanDocument document)
    {
        var machines = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines).ToList();
        Failed = [.. document.VCenters.Where(vcenter => vcenter.Status == ReadStatus.Failed).Select(vcenter => vcenter.Server)];
        (Headline, Severity) = HeadlineOf(machines, allFailed: Failed.Count == document.VCenters.Count);
        Numbers = NumbersOf(machines, document.VCenters.Sum(vcenter => vcenter.Templates));
    }

    /// <summary>The worst, begun by one word in capitals: SLOW, AWAY, UNKNOWN, HOME, NONE or FAILED. No name is in it.</summary>
    public string Headline { get; }

    /// <summary>How grave that is; null when all is well.</summary>
    public Severity? Severity { get; }

    /// <summary>How many machines there are of each placement; empty without any. No name is in it.</summary>
    public string Numbers { get; }

    /// <summary>The vCenters of which nothing is known, as they were given.</summary>
    public IReadOnlyList<string> Failed { get; }

    /// <summary>The summary of a scan.</summary>
    public static ScanSummary Of(ScanDocument document) => new(document);

    private static (string Text, Severity? Severity) HeadlineOf(List<VirtualMachineFacts> machines, bool allFailed)
    {
        var running = machines.Count(machine => machine.Placement != Placement.Off);
        var away = machines.Count(machine => machine.Placement == Placement.Away);
        var unknown = machines.Count(machine => machine.Placement == Placement.Unknown);
        var slow = machines.Count(machine => machine.Guest?.State == ClockState.Slow);
        var ofRunning = Invariant($"of {running:#,0} running virtual machines");
        var sits = away == 1 ? "sits" : "sit";
        return (slow, away, unknown, running) switch
        {
            _ when allFailed => ("FAILED: no vCenter could be read", Core.Advice.Severity.Critical),
            (1, _, _, _) => (Invariant($"SLOW: 1 {ofRunning} has a clock that was measured slow; {away:#,0} {sits} {Where}"), Core.Advice.Severity.Critical),
            ( > 1, _, _, _) => (Invariant($"SLOW: {slow:#,0} {ofRunning} have clocks that were measured slow; {away:#,0} {sits} {Where}"), Core.Advice.Severity.Critical),
            (_, > 0, _, _) => (Invariant($"AWAY: {away:#,0} {ofRunning} {sits} {Where}"), Core.Advice.Severity.Warning),
            (_, _, > 0, _) => (Invariant($"UNKNOWN: none is known to sit {Where}, but of {unknown:#,0} {ofRunning} it is not known"), Core.Advice.Severity.Warning),
            (_, _, _, 0) => ("NONE: no running virtual machine was found", Core.Advice.Severity.Info),
            _ => ("HOME: every running virtual machine is on a host of the frequency it was powered on at", null),
        };
    }

    private static string NumbersOf(List<VirtualMachineFacts> machines, int templates)
    {
        var counts = Enum.GetValues<Placement>().Select(placement => (Name: placement.ToDocumentName(), Count: machines.Count(machine => machine.Placement == placement)))
            .Where(each => each.Count > 0)
            .Select(each => Invariant($"{each.Count:#,0} {each.Name}"));
        var measured = machines.Count(machine => machine.Guest is not null);
        return machines.Count == 0 ? "" : string.Join(", ", counts)
            + (measured > 0 ? Invariant($"; {measured:#,0} measured inside") : "")
            + (templates > 0 ? $"; {Counted.Of(templates, "template")} left out" : "");
    }
}
