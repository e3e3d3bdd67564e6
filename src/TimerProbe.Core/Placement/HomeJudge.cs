using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Weighs what several sources tell of the frequency that a machine was powered on at. The strongest counts; where another source tells
/// another frequency, it counts only if it was measured or recorded. What was concluded and is contradicted leaves the home unknown.
/// </summary>
internal static class HomeJudge
{
    /// <summary>The sources in the order of their strength, among those of one certainty.</summary>
    private static readonly HomeSource[] Strength =
        [HomeSource.Guest, HomeSource.Log, HomeSource.Event, HomeSource.History, HomeSource.Statistics, HomeSource.OnlyClass];

    public static IReadOnlyList<HomeEvidence> InOrder(IEnumerable<HomeEvidence> evidence) =>
        [.. evidence.OrderBy(each => each.Certainty).ThenBy(each => Array.IndexOf(Strength, each.Source))];

    /// <summary>The evidence that counts; null where there is none, or the strongest was only concluded and is contradicted.</summary>
    public static HomeEvidence? Choose(IReadOnlyList<HomeEvidence> ordered, FrequencyRules rules) => ordered switch
    {
        [] => null,
        [{ Certainty: EvidenceCertainty.Inferred }, ..] when Contradicting(ordered, rules) is not null => null,
        [var strongest, ..] => strongest,
    };

    /// <summary>The strongest evidence that tells another frequency than the very strongest; null when all agree.</summary>
    public static HomeEvidence? Contradicting(IReadOnlyList<HomeEvidence> ordered, FrequencyRules rules) =>
        ordered.Skip(1).FirstOrDefault(each => !Agree(ordered[0], each, rules));

    /// <summary>Whether two tell of frequencies within the tolerance of each other.</summary>
    public static bool Agree(HomeEvidence one, HomeEvidence other, FrequencyRules rules)
    {
        var (lower, upper) = one.HighHz.Hertz < other.LowHz.Hertz ? (one, other) : (other, one);
        return lower.HighHz.Hertz >= upper.LowHz.Hertz || rules.IsHarmless(upper.LowHz, lower.HighHz);
    }

    /// <summary>The frequency of the evidence that lies nearest to another: a machine is only as far away as is certain.</summary>
    public static Frequency Nearest(HomeEvidence evidence, Frequency? to) =>
        to is { } other ? new(Math.Clamp(other.Hertz, evidence.LowHz.Hertz, evidence.HighHz.Hertz)) : evidence.LowHz;
}
