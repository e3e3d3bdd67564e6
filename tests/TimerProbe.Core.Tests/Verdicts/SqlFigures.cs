namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>The figures that a sentence about a SQL Server may have, worked out from what was measured and nothing else.</summary>
internal static partial class SqlFigures
{
    // What the sentences say of limits and of what is expected.
    private static readonly string[] Expected = ["100 to 250 ns", "2 to 20 times", $"{SqlLimits.StatementSlow}", $"{SqlLimits.ClockCallSlow}"];

    public static IEnumerable<string> Clock(SqlMeasurement measured) =>
    [
        .. measured.Checks.Select(check => check.Verdict.Because),
        .. measured.StatementCost is { } price ? [$"a statement costs {price.Median}"] : Array.Empty<string>(),
        .. measured.ClockCall is { } call ? [$"asking for the time costs {call.Median}"] : Array.Empty<string>(),
        .. Times("a statement takes ", measured.StatementCost?.Median.Nanoseconds, measured.Earlier?.StatementCostNs?.Median.Nanoseconds),
        .. Times("an iteration takes ", Cost(measured.Workloads, SqlWorkload.Primality), Cost(measured.Earlier?.Workloads, SqlWorkload.Primality)),
        .. measured.Cost(SqlWorkload.Primality) is { } iteration ? [$"an iteration of the interpreted function costs {iteration.Median}"] : Array.Empty<string>(),
        .. Rows(measured).SelectMany(row => Times("an iteration of the interpreted function costs ", Cost(measured.Workloads, SqlWorkload.Primality), row, "0")),
    ];

    public static IEnumerable<string> Control(SqlMeasurement measured) =>
    [
        .. measured.Cost(SqlWorkload.PrimalityNative) is { } native ? [$"takes {native.Median} natively"] : Array.Empty<string>(),
        .. measured.Earlier is { } earlier ? [$"slower than on {Date(earlier)}"] : Array.Empty<string>(),
    ];

    public static IEnumerable<string> Commit(SqlMeasurement measured) =>
        (Cost(measured.Workloads, SqlWorkload.CommitLoop) - Cost(
            measured.Workloads, SqlWorkload.CommitOneTransaction)) / 2 is { } nanoseconds
            ? [$"{nanoseconds / 1e6:#,0.0} ms", $"{SqlStorage.From(measured).Commit!.Value.Low.Milliseconds:0.0} to {SqlStorage.From(measured).Commit!.Value.High.Milliseconds:0.0} ms", .. measured.Workload(SqlWorkload.CommitLoop)!.LogWriteNs is { } write
                ? [$"{write.Milliseconds:#,0.0} ms"] : Array.Empty<string>()]
            : [];

    /// <summary>How much a control grew at the most, by its fastest and slowest runs.</summary>
    private static IEnumerable<string> Grew(SqlMeasurement measured) =>
        from workload in measured.Workloads
        from before in measured.Earlier?.Workloads ?? []
        from now in new[] { workload.PerIteration(), workload.Control() }
        from then in new[] { before.PerIteration(), before.Control() }
        where now is not null && then is not null
        select $"{now.Value.Over(then.Value).High:0.0} times";

    public static IEnumerable<string> All(SqlMeasurement measured) =>
    [
        .. Clock(measured),
        .. Control(measured),
        .. Grew(measured),
        .. Intervals(measured),
        .. Commit(measured),
        .. Expected,
        .. measured.ClockCall is { } call ? [$"{call.Low} to {call.High}"] : Array.Empty<string>(),
        .. measured.Earlier is { } earlier ? [Date(earlier)] : Array.Empty<string>(),
        .. Rows(measured).SelectMany(row => Times("", measured.StatementCost?.Median.Nanoseconds, row)),
    ];

    /// <summary>The numbers of a text that none of some others has.</summary>
    public static IReadOnlyList<string> NotAmong(IEnumerable<string> figures, string text)
    {
        var known = figures.SelectMany(Numbers).ToHashSet();
        return [.. Numbers(text).Where(number => !known.Contains(number))];
    }

    /// <summary>Between which bounds what is compared with an earlier run lies, a price and an iteration.</summary>
    private static IEnumerable<string> Intervals(SqlMeasurement measured) =>
        new[] { measured.AgainstEarlier(SqlWorkload.Primality), measured.PriceAgainstEarlier() }.SelectMany(ratio =>
            ratio is { } times ? [$"{times.Low:0.0} to {times.High:0.0} times"] : Array.Empty<string>())
        .Concat(measured.StatementCost is { } price ? [$"{price.Low} to {price.High}"] : [])
        .Concat(measured.Cost(SqlWorkload.Primality) is { } iteration ? [$"{iteration.Low} to {iteration.High}"] : []);

    private static IEnumerable<double?> Rows(SqlMeasurement measured) =>
        measured.Workloads.Select(workload => workload.Control()?.Median.Nanoseconds)
            .Append(Cost(measured.Workloads, SqlWorkload.SetControl));

    private static IEnumerable<string> Times(string what, double? now, double? before, string format = "0.0") =>
        now / before is { } ratio ? [$"{what}{ratio.ToString(format)} times"] : [];

    private static double? Cost(IEnumerable<SqlWorkloadFacts>? workloads, SqlWorkload name) =>
        workloads?.FirstOrDefault(workload => workload.Name == name)?.PerIteration()?.Median.Nanoseconds;

    private static string Date(SqlEarlierRun earlier) => earlier.StartedAt.ToString("yyyy-MM-dd HH:mm 'UTC'");

    private static IEnumerable<string> Numbers(string text) => Number().Matches(text).Select(match => match.Value);

    [GeneratedRegex(@"\d[\d,.:-]*\d|\d", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Number();
}
