namespace TimerProbe.Core.Advice;

/// <summary>A remedy before it has a rank, with where it fits.</summary>
internal sealed record PlannedRemedy(Setting Where, string Action, IReadOnlyList<RemedyStep> Steps, IReadOnlyList<string> Caveats)
{
    public string Verify { get; init; } = Verification.Cost;

    /// <summary>Whether the facts call for it at all; null when nothing but the setting decides.</summary>
    public Func<GuestFacts, bool>? When { get; init; }

    /// <summary>Words it for the facts; null when it is the same for all.</summary>
    public Func<GuestFacts, PlannedRemedy, PlannedRemedy>? Fill { get; init; }

    /// <summary>Whether something in a fleet calls for it; null when it always does.</summary>
    public Func<FleetTarget, bool>? Fits { get; init; }

    public bool TakesInfrastructureRights { get; init; }

    /// <summary>Whether the facts of a SQL Server call for it; null when they always do.</summary>
    public Func<SqlFacts, bool>? Suits { get; init; }
}
