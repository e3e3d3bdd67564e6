namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a SQL Server may look at.</summary>
public sealed record SqlFacts(SqlMeasurement Measured, SqlVerdict Verdict)
{
    public SqlServerFacts Server => Measured.Server;
}
