using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>What statistics tell of the frequency that a machine was powered on at.</summary>
/// <param name="Evidence">The evidence; null when they tell nothing.</param>
/// <param name="Until">The end of the last sample that it took: a move before that may have gone unseen; null without evidence.</param>
/// <param name="Gap">Why there is none; null with evidence.</param>
public sealed record StatisticsHome(HomeEvidence? Evidence, DateTimeOffset? Until, StatisticsGap? Gap)
{
    /// <summary>How many samples agreed on a class; 0 without one.</summary>
    internal int Samples { get; init; }

    /// <summary>How many of them fit it too if both figures were cut once only.</summary>
    internal int SamplesCutOnce { get; init; }

    internal static StatisticsHome None(StatisticsGap gap) => new(Evidence: null, Until: null, gap);
}

/// <summary>Why statistics do not tell a home.</summary>
public enum StatisticsGap
{
    /// <summary>How many virtual processors it has, or since when it runs, is not known.</summary>
    Unknown,

    /// <summary>No period since the power-on is kept.</summary>
    NoSamples,

    /// <summary>The first period that tells anything lies too long after the power-on.</summary>
    TooLate,

    /// <summary>The frequency changed before two samples agreed.</summary>
    Changed,

    /// <summary>The machine was too idle: several frequencies of its vCenter fit, or none and no rate is narrow enough.</summary>
    TooWide,

    /// <summary>No frequency fits with the present number of virtual processors, and several may with another.</summary>
    OtherProcessors,
}
