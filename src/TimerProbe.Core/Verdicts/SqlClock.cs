using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using static System.FormattableString;

namespace TimerProbe.Core.Verdicts;

/// <summary>What there is to say of the clock.</summary>
/// <param name="Checked">This machine's clock as it was measured around the workloads, where the instance runs on it.</param>
/// <param name="Statement">What a statement costs, against what is expected.</param>
/// <param name="Interpreted">The interpreted function over the set-based control of the same run; slow or nothing.</param>
/// <param name="Call">What asking for the time costs inside the server. Cheap proves no fast clock, but speaks against a slow one.</param>
/// <param name="Slower">The statement and the interpreted function against their own earlier figures.</param>
public sealed record SqlClock(SqlReading Checked, SqlReading Statement, SqlReading Interpreted, SqlReading Call, SqlReading Slower)
{
    /// <summary>Whether anything is known that could decide.</summary>
    public bool Known =>
        SqlReadings.Gravest(Checked, Statement, Interpreted, Slower) != SqlReading.Nothing || Call is SqlReading.Unclear or SqlReading.Slow;

    /// <summary>Whether a figure of this run, compared with what is expected, says slow.</summary>
    public bool LooksSlow => Statement == SqlReading.Slow || Interpreted == SqlReading.Slow || Call == SqlReading.Slow;

    /// <summary>
    /// Whether this machine's clock was measured fast and the server's own figures are those of a slow one, on whatever engine: the server
    /// may not run on that clock. Neither proves the other wrong.
    /// </summary>
    public bool Contradicted => Checked == SqlReading.Normal && (LooksSlow || Contradicting is not null);

    /// <summary>The figure of the server that no fast clock explains by itself; null without one.</summary>
    public string? Contradicting { get; private init; }

    /// <summary>Whether a reference that can say so says normal.</summary>
    public bool SaysNormal => Checked == SqlReading.Normal || Statement == SqlReading.Normal || Slower == SqlReading.Normal;

    /// <summary>Reads what was measured. Where every statement is recorded only the check counts.</summary>
    public static SqlClock From(SqlMeasurement measured)
    {
        var found = Check(measured);
        var statement = SqlStatementPrice.Read(measured, clockIsFast: found == SqlReading.Normal);
        var interpreted = statement == SqlReading.Nothing ? OverControl(measured) : SqlReading.Nothing;
        return new(found, statement, interpreted, CallOf(measured), Against(measured)) { Contradicting = SqlContradiction.Of(measured) };
    }

    /// <summary>Two checks that disagree decide nothing: something changed between them.</summary>
    private static SqlReading Check(SqlMeasurement measured)
    {
        var served = SqlControls.ProgramWasServed(measured);
        var readings = measured.Checks.Select(check => From(check, served)).Distinct().ToList();
        return readings.Count switch
        {
            0 => SqlReading.Nothing,
            1 => readings[0],
            _ => SqlReading.Unclear,
        };
    }

    /// <summary>
    /// A cause that was found (a trapped counter, a platform timer) holds on a busy machine too, and a slow clock keeps a SQL Server
    /// busy. Anything else says nothing where this program was not served: neither of the clock, nor of the server.
    /// </summary>
    private static SqlReading From(IGuestCheck check, bool served) => check.Verdict switch
    {
        { State: ClockState.Slow, Cause: not (ClockCause.Unknown or ClockCause.CpuStarved) } => SqlReading.Slow,
        _ when !served => SqlReading.Nothing,
        { State: ClockState.Slow } => SqlReading.Slow,
        { State: ClockState.Healthy or ClockState.Check } => SqlReading.Normal,
        _ => SqlReading.Unclear,
    };

    private static SqlReading OverControl(SqlMeasurement measured) =>
        measured is { Recorded: false, IsSqlServer: true } && measured.Comparable(SqlWorkload.Primality) is { } cost
            && measured.ManyTimesTheControl(cost, SqlLimits.InterpretedOverRow)
                ? SqlReading.Slow
                : SqlReading.Nothing;

    /// <summary>The coarse clock is documented behind the function: only with fine steps can its cost mean the precise one.</summary>
    private static SqlReading CallOf(SqlMeasurement measured)
    {
        if (measured.Recorded || !measured.IsSqlServer || !(measured.Server.ClockStepNs < SqlLimits.FineStep)
            || measured.ClockCall is not { } call || call.Pairs < PairedLoops.FewestPairs)
        {
            return SqlReading.Nothing;
        }

        var price = new MedianInterval(call.Median, call.Low, call.High);
        var reading = SqlReadings.Read(price, SqlLimits.ClockCallNormal, SqlLimits.ClockCallSlow);
        var isDear = measured.ManyTimesTheControl(price, SqlLimits.ClockCallOverRow);
        return reading == SqlReading.Slow && !isDear ? SqlReading.Unclear : reading;
    }

    /// <summary>As fast as before is normal only if it was normal before.</summary>
    private static SqlReading Against(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return SqlReading.Nothing;
        }

        RatioInterval?[] ratios = [measured.AgainstEarlier(SqlWorkload.Primality), SqlStatementPrice.AgainstEarlier(measured)];
        var readings = ratios.OfType<RatioInterval>()
            .Select(ratio => SqlReadings.Read(ratio, SqlLimits.UnchangedFactor, SqlLimits.SlowerThanBefore));
        var reading = SqlReadings.Gravest(readings);
        return reading == SqlReading.Normal && !measured.Earlier!.Normal ? SqlReading.Nothing : reading;
    }
}

/// <summary>
/// Figures from inside a server that speak against a fast clock of this machine. They prove no slow one: another engine's statements
/// may cost what they like, so they only keep the check from deciding alone.
/// </summary>
internal static class SqlContradiction
{
    // The field's function is three statements and a division.
    private const int StatementsOfIteration = 3;

    /// <summary>The first figure all of whose interval lies above what a statement may cost, in words; null without one.</summary>
    public static string? Of(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return null;
        }

        var limit = measured.IsSqlServer ? SqlLimits.StatementSlow : SqlLimits.AnotherStatementSlow;
        if (measured.StatementCost is { } price && price.Pairs >= PairedLoops.FewestPairs && price.Low >= limit)
        {
            return Invariant($"a statement costs {price.Median}");
        }

        if (measured.ClockCall is { } call && call.Pairs >= PairedLoops.FewestPairs && call.Low >= limit)
        {
            return Invariant($"asking for the time costs {call.Median} inside the server");
        }

        return SqlStatementPrice.Of(measured.StatementCost) is null && measured.Comparable(SqlWorkload.Primality) is { } iteration
            && iteration.Low.Nanoseconds >= StatementsOfIteration * limit.Nanoseconds
                ? Invariant($"an iteration of the interpreted function costs {iteration.Median}")
                : null;
    }
}
