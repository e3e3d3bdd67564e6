using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using static System.FormattableString;

namespace TimerProbe.Reporting;

/// <summary>How fast a machine's clocks run, in sentences.</summary>
public static class DriftSummary
{
    /// <summary>What is told of the rates; of a machine without a reference that nothing can be.</summary>
    public static IReadOnlyList<string> Of(DriftFacts drift) => drift is
    {
        Reference: { } reference, CounterAgainstReferencePpm: { } counter, PreciseAgainstReferencePpm: { } precise,
        ReferenceUncertaintyPpm: { } uncertainty,
    }
        ?
        [
            Invariant($"against {Name(reference)} over {drift.ReferenceOverSeconds:0} s, give or take {Size(uncertainty)}:"),
            $"counter {counter}, which no time service corrects",
            Invariant($"precise time {precise}: it was moved by {drift.AdjustedMs:#,0.###} ms against the counter"),
        ]
        : [
            "it could not be determined: "
                + (drift.Unavailable.FirstOrDefault(gap => gap.What == "counterAgainstReferencePpm")?.Why ?? "no reference")
        ];

    /// <summary>How precise and coarse time agree, which says nothing of their rate; null when they were not compared.</summary>
    public static string? Agreement(DriftFacts drift) => drift is { PreciseAgainstCoarsePpm: { } coarse, UncertaintyPpm: { } width }
        ? Invariant(
            $"precise against coarse time {coarse} over {drift.OverSeconds:0} s, give or take {Size(width)}: both come from one timekeeper, so their agreement says nothing about its rate")
        : null;

    private static string Name(TimeReferenceFacts reference) => reference.Kind == TimeReferenceKind.VmwareTools
        ? "the host's time (VMware Tools)"
        : Invariant($"{reference.Name} (NTP, stratum {reference.Stratum}, round trip {reference.RoundTripMs:0.###} ms)");

    private static string Size(PartsPerMillion ppm) => ppm.ToString().TrimStart('+');
}
