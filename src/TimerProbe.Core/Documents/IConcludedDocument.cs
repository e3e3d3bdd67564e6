using TimerProbe.Core.Advice;

namespace TimerProbe.Core.Documents;

/// <summary>A document with findings, of which some may be muted.</summary>
/// <typeparam name="TSelf">Its record.</typeparam>
public interface IConcludedDocument<TSelf>
    where TSelf : IConcludedDocument<TSelf>
{
    /// <summary>What is worth knowing, the gravest first.</summary>
    IReadOnlyList<Finding> Findings { get; }

    /// <summary>What a configuration keeps out of the findings; null when it keeps out nothing.</summary>
    MutingFacts? Muting { get; }

    /// <summary>The same document with other findings.</summary>
    /// <param name="divided">Those to hear of, and those muted.</param>
    TSelf WithFindings((IReadOnlyList<Finding> Heard, MutingFacts? Muting) divided);
}
