using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Check;

/// <summary>How fast the machine's clocks run.</summary>
internal static class DriftText
{
    public static void Write(Page page, DriftFacts drift)
    {
        if (drift is { Reference: { } reference, CounterAgainstReferencePpm: { } counter, PreciseAgainstReferencePpm: { } precise, ReferenceUncertaintyPpm: { } uncertainty })
        {
            page.Paragraph(Invariant($"against {Name(reference)} over {drift.ReferenceOverSeconds:0} s, give or take {Size(uncertainty)}"), indent: 2);
            page.Paragraph($"counter {counter}, which no time service corrects", indent: 4);
            page.Paragraph(Invariant($"precise time {precise}: it was moved by {drift.AdjustedMs:#,0.###} ms against the counter"), indent: 4);
        }
        else
        {
            page.Paragraph("nothing can be told of it: " + (drift.Unavailable.FirstOrDefault(gap => gap.What == "counterAgainstReferencePpm")?.Why ?? "no reference"), indent: 2);
        }

        if (drift is { PreciseAgainstCoarsePpm: { } coarse, UncertaintyPpm: { } width })
        {
            page.Paragraph(
                Invariant($"precise against coarse time {coarse} over {drift.OverSeconds:0} s, give or take {Size(width)}: both come from one timekeeper, so that they agree says nothing of its rate"),
                indent: 2,
                Styles.Faint);
        }
    }

    private static string Name(TimeReferenceFacts reference) => reference.Kind == TimeReferenceKind.VmwareTools
        ? "the host's time (VMware Tools)"
        : Invariant($"{reference.Name} (NTP, stratum {reference.Stratum}, round trip {reference.RoundTripMs:0.###} ms)");

    private static string Size(PartsPerMillion ppm) => ppm.ToString().TrimStart('+');
}
