namespace TimerProbe.Reporting.Reports;

/// <summary>What a document says, in the order of a page, before it is HTML or Markdown.</summary>
public sealed record Report
{
    public required string Title { get; init; }

    /// <summary>The machine's or server's name; empty for a fleet.</summary>
    public required string Subject { get; init; }

    public IReadOnlyList<string> About { get; init; } = [];

    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How severe the verdict is; null when nothing is wrong.</summary>
    public required Severity? Severity { get; init; }

    public required string Headline { get; init; }

    public IReadOnlyList<string> Points { get; init; } = [];

    public required IReadOnlyList<string> Reasons { get; init; }

    public string VerdictTitle { get; init; } = "Verdict";

    public IReadOnlyList<(string What, string Value)> Verdict { get; init; } = [];

    public bool Anonymized { get; init; }

    public required IReadOnlyList<ReportSection> Sections { get; init; }

    public required IReadOnlyList<Finding> Findings { get; init; }

    public IReadOnlyList<string> Muted { get; init; } = [];

    public IReadOnlyList<ReportSection> Appendix { get; init; } = [];

    /// <summary>Machines before and after a change; <c>To</c> is null where DRS decides it, or nobody knows.</summary>
    public IReadOnlyList<(string Host, PlannedClock Before, string? To, PlannedClock After)> Moved { get; init; } = [];

    public string DetailsTitle { get; init; } = "What was measured on";

    public IReadOnlyList<(string What, string Value)> Details { get; init; } = [];

    public IReadOnlyList<Unavailable> Unavailable { get; init; } = [];

    /// <summary>How to see, by measuring again, whether something helped; empty where the findings say it.</summary>
    public string Verify { get; init; } = "";

    public required IReadOnlyList<(string What, string Value)> Document { get; init; }

    /// <summary>What the fleet's owner looks up, the last line of a ticket; empty where there is nothing to.</summary>
    public string LookUp { get; init; } = "";
}

/// <summary>A column.</summary>
/// <param name="Rank">Where a line is too long the column of the highest rank goes first, one of rank 0 stays; null for its place.</param>
public sealed record ReportColumn(string Title, ColumnContent Holds = ColumnContent.Words, int? Rank = null);

internal sealed class ColumnOf<T>(string title, Func<T, string?> of, ColumnContent holds = ColumnContent.Words, int? rank = null)
{
    public ReportColumn Column => new(title, holds, rank);

    public string? Of(T item) => of(item);
}
