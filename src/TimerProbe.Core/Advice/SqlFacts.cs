namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a SQL Server may look at.</summary>
public sealed record SqlFacts(SqlMeasurement Measured, SqlVerdict Verdict)
{
    /// <summary>What the checks of this machine found.</summary>
    public IReadOnlyList<Finding> CheckFindings { get; init; } = [];

    public SqlServerFacts Server => Measured.Server;

    /// <summary>The check's own finding about why this machine's clock is slow; null without one.</summary>
    internal Finding? CheckedCause => SqlClock.SlowCheck(Measured) is { } check
        && RuleCatalogue.ByClockCause.TryGetValue(check.Verdict.Cause.ToDocumentName(), out var rule)
            ? CheckFindings.FirstOrDefault(finding => finding.Rule == rule)
            : null;
}
