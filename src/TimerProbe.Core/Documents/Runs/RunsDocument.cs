namespace TimerProbe.Core.Documents;

/// <summary>The runs that a store keeps, the newest first, as <c>timerprobe history list</c> reports them.</summary>
public sealed record RunsDocument
{
    /// <summary>The name and version of this form.</summary>
    public const string SchemaName = "timerprobe.runs/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>The program that made it.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset WrittenAt { get; init; }

    /// <summary>The command whose runs were asked for; null for all.</summary>
    public string? Kind { get; init; }

    /// <summary>How many runs were asked for at most: where there are as many, older ones may be left out.</summary>
    public required int Most { get; init; }

    /// <summary>The runs.</summary>
    public required IReadOnlyList<ListedRun> Runs { get; init; }
}

/// <summary>A run that a store keeps.</summary>
/// <param name="Id">Its document, for <c>timerprobe report --from</c>.</param>
/// <param name="StartedAt">When it started.</param>
/// <param name="Kind">The command: <c>check</c>, <c>sql</c> or <c>scan</c>.</param>
/// <param name="Subject">The machine, the server or the vCenters.</param>
/// <param name="State">The verdict's state; of a scan, how much could be read: <c>complete</c>, <c>partial</c> or <c>failed</c>.</param>
/// <param name="Cause">The verdict's cause; null of a scan.</param>
/// <param name="Findings">How many findings it has.</param>
public sealed record ListedRun(
    Guid Id,
    DateTimeOffset StartedAt,
    string Kind,
    [property: Pseudonym(NameKind.ByRecord)] string Subject,
    string State,
    string? Cause,
    FindingCounts Findings) : INamedByKind
{
    NameKind? INamedByKind.GetKind(string member) => Kind switch
    {
        "check" => NameKind.Guest,
        "sql" => NameKind.SqlServer,
        "scan" => NameKind.Vcenters,
        _ => NameKind.Name,
    };
}

/// <summary>How many findings a run has, by their severity.</summary>
/// <param name="Critical">How many are critical.</param>
/// <param name="Warning">How many are warnings.</param>
/// <param name="Info">How many are informative.</param>
public sealed record FindingCounts(int Critical, int Warning, int Info);
