using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.History;

/// <summary>A history as rows over time, to be drawn.</summary>
/// <param name="From">Its beginning.</param>
/// <param name="To">Its end.</param>
/// <param name="Places">Where a machine was, how a host was, or how many machines of a cluster were away; nothing where nothing is known.</param>
/// <param name="Clock">The clock's state: as measured, and on until something happened that can change it.</param>
/// <param name="Marks">What happened.</param>
public sealed record Timeline(
    DateTimeOffset From, DateTimeOffset To, IReadOnlyList<TimelineSpan> Places, IReadOnlyList<TimelineSpan> Clock, IReadOnlyList<Mark> Marks)
{
    /// <summary>The rows of a document.</summary>
    public static Timeline Create(HistoryDocument document)
    {
        var places = document.Subject.Kind switch
        {
            SubjectKind.Cluster => TimelineSpans.OfCluster(document),
            SubjectKind.Vcenter => TimelineSpans.OfFleet(document),
            SubjectKind.Host => TimelineSpans.OfHost(document),
            _ => TimelineSpans.OfMachine(document),
        };
        return new Timeline(document.From, document.To, places, TimelineSpans.OfClock(document), [.. document.Changes.Select(Mark.From).OfType<Mark>()]);
    }

    /// <summary>The last time something is known of where things were; not after the end.</summary>
    internal static DateTimeOffset LastLook(HistoryDocument document)
    {
        var last = document.Subject.ScannedAt ?? (document.Scans.Count > 0 ? document.Scans[^1].At : document.To);
        return last < document.To ? last : document.To;
    }
}

/// <summary>A time in which something was so.</summary>
/// <param name="From">Its beginning; not before the window's.</param>
/// <param name="To">Its end; its beginning where it was seen once only.</param>
/// <param name="Kind">What was so: <c>home</c>, <c>away</c>, <c>connected</c>, <c>slow</c> and so on.</param>
/// <param name="Count">Of how many machines, in a cluster; else 0.</param>
public sealed record TimelineSpan(DateTimeOffset From, DateTimeOffset To, string Kind, int Count = 0)
{
    /// <summary>The stretch as far as it lies in a window; null where it does not.</summary>
    internal static TimelineSpan? Within(HistoryDocument window, DateTimeOffset from, DateTimeOffset to, string kind, int count = 0)
    {
        from = from < window.From ? window.From : from;
        to = to > window.To ? window.To : to;
        return to < from || from >= window.To ? null : new TimelineSpan(from, to, kind, count);
    }
}
