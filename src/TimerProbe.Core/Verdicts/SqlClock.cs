namespace TimerProbe.Core.Verdicts;

/// <summary>What is known of the clock.</summary>
internal sealed record SqlClock(
    SqlReading Checked, SqlReading Statement, SqlReading Interpreted, SqlReading Call, SqlReading Slower, bool Beyond)
{
    // The field's function is three statements and a division.
    private const int StatementsOfIteration = 3;

    public bool Known =>
        SqlLimits.MostSevere(Checked, Statement, Interpreted, Slower) != SqlReading.NoData
            || Call is SqlReading.Unclear or SqlReading.Slow;

    public bool LooksSlow => Statement == SqlReading.Slow || Interpreted == SqlReading.Slow || Call == SqlReading.Slow;

    /// <summary>Only the price of asking for the time is slow: an engine may ask a clock that is expensive when healthy.</summary>
    public bool CallIsAlone => Call == SqlReading.Slow && Statement != SqlReading.Slow && Interpreted != SqlReading.Slow;

    public bool MeasuredFast { get; private init; }

    public bool Served { get; private init; }

    public bool Contradicted => MeasuredFast && (LooksSlow || Contradicting is not null);

    /// <summary>The figure of the server that no fast clock explains by itself; null without one.</summary>
    public string? Contradicting { get; private init; }

    public bool SaysNormal =>
        (Checked == SqlReading.Normal && Served) || Statement == SqlReading.Normal || Slower == SqlReading.Normal;

    public static SqlClock From(SqlMeasurement measured)
    {
        var found = GetChecks(measured);
        var statement = GetStatement(measured, clockIsFast: found == SqlReading.Normal);
        var interpreted = statement switch
        {
            SqlReading.NoData or SqlReading.Normal => OverControl(measured),
            SqlReading.Unclear when IsFarOverControl(measured) => SqlReading.Slow,
            _ => SqlReading.NoData,
        };
        var (slower, beyond) = Against(measured);
        return new(found, statement, interpreted, GetCall(measured), slower, beyond)
        {
            MeasuredFast = FastCheck(measured) is not null,
            Served = SqlControls.ProgramWasServed(measured),
            Contradicting = ContradictionIn(measured),
        };
    }

    private static SqlReading GetStatement(SqlMeasurement measured, bool clockIsFast)
    {
        if (measured.Recorded || !measured.IsSqlServer || SqlMeasurement.GetPrice(measured.StatementCost) is not { } price)
        {
            return !measured.Recorded && measured.IsSqlServer && measured.HasChangingPrice ? SqlReading.Unclear : SqlReading.NoData;
        }

        var normal = clockIsFast ? SqlLimits.StatementOrdinary : SqlLimits.StatementNormal;
        var reading = SqlLimits.Read(price, normal, SqlLimits.StatementSlow);
        var isExpensive = measured.ManyTimesTheControl(SqlWorkload.StatementCost, price, SqlLimits.StatementOverRow);
        return reading == SqlReading.Slow && !isExpensive ? SqlReading.Unclear : reading;
    }

    internal static string? ContradictionIn(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return null;
        }

        var limit = SqlLimits.StatementSlow;
        if (measured.StatementCost is { } price && price.Pairs >= LoopPair.MinPairs && price.Low >= limit)
        {
            return $"a statement costs {price.Median}";
        }

        if (measured.ClockCall is { } call && call.Pairs >= LoopPair.MinPairs && call.Low >= CallLimit(measured))
        {
            return $"asking for the time costs {call.Median} inside the server";
        }

        return SqlMeasurement.GetPrice(measured.StatementCost) is null && measured.Comparable(SqlWorkload.Primality) is { } iteration
            && iteration.Low.Nanoseconds >= StatementsOfIteration * limit.Nanoseconds
                ? $"an iteration of the interpreted function costs {iteration.Median}"
                : null;
    }

    /// <summary>Another engine's healthy call may cost a microsecond, which its smallest step shows; a slow clock adds one.</summary>
    private static Duration CallLimit(SqlMeasurement measured)
    {
        var slow = SqlLimits.StatementSlow.Nanoseconds;
        return !measured.IsSqlServer && measured.Server.ClockStepNs is { } step && step < SqlLimits.FineStep
            ? new(Math.Clamp(SqlLimits.FarBeyond * step.Nanoseconds, slow, SqlLimits.FarBeyond * slow))
            : SqlLimits.StatementSlow;
    }

    private static SqlReading OverControl(SqlMeasurement measured)
    {
        if (measured.Recorded || measured.Comparable(SqlWorkload.Primality) is not { } cost)
        {
            return SqlReading.NoData;
        }

        // Runs that differ by so much more than those of the control between them had another clock each.
        var control = measured.Workload(SqlWorkload.Primality)?.Control() is { } row ? row.High / row.Low : 1;
        return measured.IsSqlServer && measured.ManyTimesTheControl(SqlWorkload.Primality, cost, SqlLimits.InterpretedOverRow)
            ? SqlReading.Slow
            : cost.High / cost.Low / control >= SqlLimits.SlowerThanBefore ? SqlReading.Unclear : SqlReading.NoData;
    }

    /// <summary>Twice its limit beside an even control: what is unclear of another sign does not take that back.</summary>
    private static bool IsFarOverControl(SqlMeasurement measured) => measured is { Recorded: false, IsSqlServer: true }
        && measured.Comparable(SqlWorkload.Primality) is { } cost
        && measured.Rows(SqlWorkload.Primality).All(row => row.High / row.Low < SqlLimits.UnchangedFactor)
        && SqlControls.From(measured).Work is SqlReading.NoData or SqlReading.Normal
        && measured.ManyTimesTheControl(SqlWorkload.Primality, cost, SqlLimits.FarBeyond * SqlLimits.InterpretedOverRow);

    private static SqlReading GetCall(SqlMeasurement measured)
    {
        if (measured.Recorded || !measured.IsSqlServer || !(measured.Server.ClockStepNs < SqlLimits.FineStep)
            || measured.ClockCall is not { } call || call.Pairs < LoopPair.MinPairs)
        {
            return SqlReading.NoData;
        }

        var price = new MedianInterval(call.Median, call.Low, call.High);
        var reading = SqlLimits.Read(price, SqlLimits.ClockCallNormal, SqlLimits.ClockCallSlow);
        var isExpensive = measured.ManyTimesTheControl(SqlWorkload.ClockCalls, price, SqlLimits.ClockCallOverRow);
        return reading == SqlReading.Slow && !isExpensive ? SqlReading.Unclear : reading;
    }

    private static (SqlReading Reading, bool Beyond) Against(SqlMeasurement measured)
    {
        if (measured.Recorded)
        {
            return (SqlReading.NoData, false);
        }

        RatioInterval?[] ratios = [measured.AgainstEarlier(SqlWorkload.Primality), measured.PriceAgainstEarlier()];
        var readings = ratios.OfType<RatioInterval>()
            .Select(ratio => SqlLimits.Read(ratio, SqlLimits.UnchangedFactor, SqlLimits.SlowerThanBefore));
        var reading = SqlLimits.MostSevere(readings);
        return reading == SqlReading.Normal && !measured.Earlier!.Normal ? (SqlReading.NoData, false)
            : (reading, SqlControls.ExceedsControls(measured, SqlWorkload.Primality, ratios[0])
                || SqlControls.ExceedsControls(measured, SqlWorkload.StatementCost, ratios[1]));
    }

    /// <summary>
    /// What the checks of this machine say of its clock, each read by itself: a cause that one found, unless another found the clock
    /// fast; else what those that say something agree on. Two that disagree decide nothing: something changed between them.
    /// </summary>
    private static SqlReading GetChecks(SqlMeasurement measured)
    {
        var readings = measured.Checks.Select(check => GetCheck(check, measured)).Distinct().ToList();
        readings.Remove(SqlReading.NoData);
        return readings.Count switch
        {
            0 => SqlReading.NoData,
            1 => readings[0],
            _ when measured.Checks.Any(HasCause) && FastCheck(measured) is null => SqlReading.Slow,
            _ => SqlReading.Unclear,
        };
    }

    /// <summary>The first check that found the clock fast; null without one.</summary>
    internal static IGuestCheck? FastCheck(SqlMeasurement measured) => measured.Checks.FirstOrDefault(IsFast);

    /// <summary>The first check that found the clock slow, rather one that found out why; null without one.</summary>
    internal static IGuestCheck? SlowCheck(SqlMeasurement measured) =>
        measured.Checks.FirstOrDefault(HasCause) ?? measured.Checks.FirstOrDefault(check => check.Verdict.State == ClockState.Slow);

    internal static bool WasServed(IGuestCheck check) => !check.Control.Starved && check.Verdict.Cause != ClockCause.CpuStarved;

    private static SqlReading GetCheck(IGuestCheck check, SqlMeasurement measured) => check.Verdict.State switch
    {
        _ when HasCause(check) => SqlReading.Slow,
        _ when IsFast(check) => SqlReading.Normal,
        _ when !WasServed(check) || !SqlControls.DividesWell(measured) => SqlReading.NoData,
        ClockState.Slow => SqlReading.Slow,
        _ => SqlReading.Unclear,
    };

    private static bool IsFast(IGuestCheck check) => check.Verdict.State is ClockState.Healthy or ClockState.Check;

    private static bool HasCause(IGuestCheck check) =>
        check.Verdict is { State: ClockState.Slow, Cause: not (ClockCause.None or ClockCause.Unknown or ClockCause.CpuStarved) };
}
