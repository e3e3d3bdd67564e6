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

/// <summary>Documents whose findings are divided: those to hear of, and those muted, with the reason.</summary>
public static class DocumentMutes
{
    /// <param name="mutes">What is not to be heard of.</param>
    extension(MuteList mutes)
    {
        /// <summary>The document without what is muted, and with a list of that.</summary>
        /// <param name="document">A document with all its findings.</param>
        /// <param name="today">The day, in UTC.</param>
        public TDocument Apply<TDocument>(TDocument document, DateOnly today)
            where TDocument : IConcludedDocument<TDocument> =>
            mutes.Divide(document.Findings, today) is { Muting: not null } divided ? document.WithFindings(divided) : document;
    }
}
