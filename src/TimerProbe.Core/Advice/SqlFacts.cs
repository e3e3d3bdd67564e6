namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a SQL Server may look at.</summary>
/// <param name="Measured">What was measured and read.</param>
/// <param name="Verdict">What the verdict table says of it.</param>
public sealed record SqlFacts(SqlMeasurement Measured, SqlVerdict Verdict)
{
    /// <summary>The instance.</summary>
    public SqlServerFacts Server => Measured.Server;
}
