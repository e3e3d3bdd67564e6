using TimerProbe.Core.Advice;

namespace TimerProbe.Core.Documents;

/// <summary>Documents whose findings are divided: those to hear of, and those muted, with the reason.</summary>
public static class DocumentMutes
{
    /// <param name="mutes">What is not to be heard of.</param>
    extension(MuteList mutes)
    {
        /// <summary>The document without what is muted, and with a list of that.</summary>
        /// <param name="document">A document with all its findings.</param>
        /// <param name="today">The day, in UTC.</param>
        public ScanDocument Apply(ScanDocument document, DateOnly today)
        {
            var (heard, muting) = mutes.Divide(document.Findings, today);
            return muting is null ? document : document with { Findings = heard, Muting = muting };
        }

        /// <inheritdoc cref="extension(MuteList).Apply(ScanDocument, DateOnly)"/>
        public CheckDocument Apply(CheckDocument document, DateOnly today)
        {
            var (heard, muting) = mutes.Divide(document.Findings, today);
            return muting is null ? document : document with { Findings = heard, Muting = muting };
        }

        /// <inheritdoc cref="extension(MuteList).Apply(ScanDocument, DateOnly)"/>
        public SqlDocument Apply(SqlDocument document, DateOnly today)
        {
            var (heard, muting) = mutes.Divide(document.Findings, today);
            return muting is null ? document : document with { Findings = heard, Muting = muting };
        }
    }
}
