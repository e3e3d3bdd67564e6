namespace TimerProbe.Core.Documents;

/// <summary>What <c>timerprobe log</c> read. It is written only: no command reads it, and no store keeps it.</summary>
public sealed record LogDocument
{
    /// <summary>The name and version of this document's form.</summary>
    public const string SchemaName = "timerprobe.log/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>The program that made the document.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When the command started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How far two rates may differ and still count as one.</summary>
    public required PartsPerMillion TolerancePpm { get; init; }

    /// <summary>
    /// The logs that could be read, those of machines whose clock reads trap first, then others that are away, then the newest.
    /// </summary>
    public required IReadOnlyList<VmLog> Logs { get; init; }

    /// <summary>What could not be read, a sentence each.</summary>
    [Sentence]
    public required IReadOnlyList<string> Problems { get; init; }
}
