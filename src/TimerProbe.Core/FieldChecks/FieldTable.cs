using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.FieldChecks;

/// <summary>What files of one processor, one ESXi and one place say together.</summary>
/// <param name="ProcessorModel">The processor's brand string.</param>
/// <param name="Esxi">ESXi's version and build.</param>
/// <param name="Frequency">Whether the machines were at home.</param>
/// <param name="Files">How many files there are.</param>
/// <param name="Sites">From how many sites; those that named none count as one.</param>
/// <param name="LowNs">The fastest RDTSC, else precise time; null when none was measured.</param>
/// <param name="HighNs">The slowest.</param>
/// <param name="Says">What they say: nothing of one site alone.</param>
public sealed record FieldGroup(
    string? ProcessorModel,
    string? Esxi,
    FieldFrequency Frequency,
    int Files,
    int Sites,
    Duration? LowNs,
    Duration? HighNs,
    FieldSays Says);

/// <summary>What machines away from home say of their hosts' processor and release.</summary>
public enum FieldSays
{
    /// <summary>Nothing: they were not away, or it is not known.</summary>
    Nothing,

    /// <summary>Nothing yet: they are of one site.</summary>
    OneSite,

    /// <summary>RDTSC is fast away from home: the processor scales the TSC.</summary>
    Scales,

    /// <summary>RDTSC traps away from home.</summary>
    Traps,

    /// <summary>Both were seen.</summary>
    Both,
}

/// <summary>Files of field checks, counted.</summary>
public static class FieldTable
{
    /// <summary>From here on a read is no native one (docs/measuring.md).</summary>
    private static readonly Duration Trapped = new(300);

    /// <summary>The files by processor, ESXi and place, those away first.</summary>
    public static IReadOnlyList<FieldGroup> Of(IEnumerable<FieldCheckDocument> documents) =>
    [
        .. documents.GroupBy(document => (Model: document.Row.ProcessorModel, document.Row.Esxi, document.Row.Frequency))
            .Select(group => Of(group.Key.Model, group.Key.Esxi, group.Key.Frequency, [.. group]))
            .OrderBy(group => group.ProcessorModel, StringComparer.Ordinal)
            .ThenBy(group => group.Esxi, StringComparer.Ordinal)
            .ThenByDescending(group => group.Frequency),
    ];

    private static FieldGroup Of(string? model, string? esxi, FieldFrequency frequency, List<FieldCheckDocument> documents)
    {
        var figures = documents.Select(document => document.Row.TimestampCounterNs ?? document.Row.PreciseTimeNs);
        List<Duration> costs = [.. figures.OfType<Duration>().Order()];
        var (low, high) = costs is [var fastest, ..] ? (fastest, costs[^1]) : ((Duration?)null, (Duration?)null);
        var sites = documents.Select(document => document.Site).Distinct(StringComparer.OrdinalIgnoreCase).Count();
        return new FieldGroup(model, esxi, frequency, documents.Count, sites, low, high, Says());

        FieldSays Says() => frequency != FieldFrequency.Away || costs.Count == 0 ? FieldSays.Nothing
            : sites < 2 ? FieldSays.OneSite
            : costs[^1] < Trapped ? FieldSays.Scales
            : costs[0] >= Trapped ? FieldSays.Traps
            : FieldSays.Both;
    }
}
