namespace TimerProbe.Reporting.Reports;

/// <summary>What a document says, in the order of a page, before it is HTML or Markdown.</summary>
public sealed record Report
{
    /// <summary>What was done; the subject's name follows.</summary>
    public required string Title { get; init; }

    /// <summary>The machine's or server's name; empty for a fleet.</summary>
    public required string Subject { get; init; }

    /// <summary>What it is, in a few words each.</summary>
    public IReadOnlyList<string> About { get; init; } = [];

    /// <summary>When it was measured.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How severe the verdict is; null when nothing is wrong.</summary>
    public required Severity? Severity { get; init; }

    /// <summary>The verdict in one line, its state in capitals before a colon.</summary>
    public required string Headline { get; init; }

    /// <summary>The result and what to do, in sentences without their full stops.</summary>
    public IReadOnlyList<string> Points { get; init; } = [];

    /// <summary>Why, in sentences.</summary>
    public required IReadOnlyList<string> Reasons { get; init; }

    /// <summary>What the verdict is called.</summary>
    public string VerdictTitle { get; init; } = "Verdict";

    /// <summary>State, cause and confidence as documents spell them.</summary>
    public IReadOnlyList<(string What, string Value)> Verdict { get; init; } = [];

    /// <summary>Whether names are pseudonyms.</summary>
    public bool Anonymized { get; init; }

    /// <summary>What was measured.</summary>
    public required IReadOnlyList<ReportSection> Sections { get; init; }

    /// <summary>What is worth knowing, the most severe first.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>What the configuration keeps out of the findings, in sentences.</summary>
    public IReadOnlyList<string> Muted { get; init; } = [];

    /// <summary>What comes after the findings.</summary>
    public IReadOnlyList<ReportSection> Appendix { get; init; } = [];

    /// <summary>Where machines are before and after a change; empty for a document that proposes none.</summary>
    public IReadOnlyList<MovedMachine> Moved { get; init; } = [];

    /// <summary>What <see cref="Details"/> are of.</summary>
    public string DetailsTitle { get; init; } = "What was measured on";

    /// <summary>What is known of the machine or server.</summary>
    public IReadOnlyList<(string What, string Value)> Details { get; init; } = [];

    /// <summary>What of that is unavailable, and why.</summary>
    public IReadOnlyList<Unavailable> Unavailable { get; init; } = [];

    /// <summary>How to see, by measuring again, whether something helped; empty where the findings say it.</summary>
    public string Verify { get; init; } = "";

    /// <summary>The document: its id, its form, the program, the time it took.</summary>
    public required IReadOnlyList<(string What, string Value)> Document { get; init; }
}

/// <summary>A machine before and after a change.</summary>
/// <param name="Host">The host it is on.</param>
/// <param name="Before">How its clock reads there.</param>
/// <param name="To">The host it is on afterwards; null where that is left to DRS, or not known.</param>
/// <param name="After">How its clock is expected to read then.</param>
public sealed record MovedMachine(string Host, PlannedClock Before, string? To, PlannedClock After);

/// <summary>A column.</summary>
/// <param name="Title">Its head.</param>
/// <param name="Holds">What its cells hold.</param>
/// <param name="Rank">Where a line is too long the column of the highest rank goes first, one of rank 0 stays; null for its place.</param>
public sealed record ReportColumn(string Title, ColumnContent Holds = ColumnContent.Words, int? Rank = null);

internal sealed class ColumnOf<T>(string title, Func<T, string?> of, ColumnContent holds = ColumnContent.Words, int? rank = null)
{
    public ReportColumn Column => new(title, holds, rank);

    public string? Of(T item) => of(item);
}
