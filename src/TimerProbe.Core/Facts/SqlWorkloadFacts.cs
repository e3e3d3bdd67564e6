namespace TimerProbe.Core.Facts;

/// <summary>How long a workload took, or why it did not run.</summary>
public sealed record SqlWorkloadFacts
{
    /// <summary>Fewer runs say too little about a workload's spread to compare it with anything.</summary>
    public const int MinRuns = 3;

    /// <summary>
    /// How often an interval of a workload's figures may miss: one in twenty, both sides together: ours. A run takes seconds, so
    /// there are few; with less than six the interval is from the fastest to the slowest run.
    /// </summary>
    public const double Misrate = 0.05;

    /// <summary>Which workload.</summary>
    public required SqlWorkload Name { get; init; }

    /// <summary>The number whose divisors were sought; null for workloads without one and for skipped ones.</summary>
    [JsonConverter(typeof(WholeNumberJsonConverter))]
    public long? Argument { get; init; }

    /// <summary>Divisors tested, rows or calls in one run; null when skipped.</summary>
    public long? Iterations { get; init; }

    /// <summary>The server's time for each run, the warm-up left out; null when skipped.</summary>
    public IReadOnlyList<double>? Seconds { get; init; }

    /// <summary>The median of <see cref="Seconds"/>.</summary>
    public double? MedianSeconds { get; init; }

    /// <summary>That median over <see cref="Iterations"/>.</summary>
    public Duration? NsPerIteration { get; init; }

    /// <summary>
    /// Whether the server could have put the function's body in its caller's plan; null where that means nothing or is unknown.
    /// </summary>
    public bool? Inlineable { get; init; }

    /// <summary>
    /// What a row of the set-based control cost in short runs before, between and after the runs, so that a processor which was
    /// short only then shows; null where none were made.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<Duration>? ControlNs { get; init; }

    /// <summary>
    /// How long a write of the database's log took during the runs of the loop of commits, by what SQL Server counts of its files
    /// and waits; null elsewhere and when not reported.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Duration? LogWriteNs { get; init; }

    /// <summary>Why it did not run; null when it did.</summary>
    [Sentence(nameof(SkippedDetails))]
    public string? Skipped { get; init; }

    /// <summary>The same as data; null when it ran.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Problem? SkippedDetails { get; init; }

    /// <summary>A workload that ran, with the figures that follow from its runs.</summary>
    /// <param name="argument">The number whose divisors were sought; null for workloads without one.</param>
    /// <param name="seconds">The server's time for each run; not empty.</param>
    public static SqlWorkloadFacts From(SqlWorkload name, long? argument, long iterations, IReadOnlyList<double> seconds)
    {
        var median = OrderStatistics.Quantile([.. seconds.Order()], 0.5);
        return new SqlWorkloadFacts
        {
            Name = name,
            Argument = argument,
            Iterations = iterations,
            Seconds = seconds,
            MedianSeconds = median,
            NsPerIteration = new Duration(median * 1e9 / iterations),
        };
    }

    public static SqlWorkloadFacts NotRun(SqlWorkload name, Problem why) =>
        new() { Name = name, Skipped = why.ToString(), SkippedDetails = why };

    /// <summary>
    /// The cost of one iteration with its interval; null when the workload did not run, ran less than <see cref="MinRuns"/>
    /// times, or the server reported no time.
    /// </summary>
    public MedianInterval? PerIteration()
    {
        double[] sorted = [.. (Seconds ?? []).Order()];
        return Iterations is > 0 and var iterations && sorted.Length >= MinRuns && sorted[0] > 0 && double.IsFinite(sorted[^1])
            ? OrderStatistics.Median([.. sorted.Select(seconds => seconds * 1e9 / iterations)], Misrate)
            : null;
    }

    /// <summary>The cost of a row beside the runs with its interval; null with less than <see cref="MinRuns"/>.</summary>
    public MedianInterval? Control()
    {
        double[] sorted = [.. (ControlNs ?? []).Select(row => row.Nanoseconds).Order()];
        return sorted.Length >= MinRuns && sorted[0] > 0 && double.IsFinite(sorted[^1])
            ? OrderStatistics.Median(sorted, Misrate)
            : null;
    }
}

/// <summary>What asking for the time once costs inside the server: a loop with the call against the same loop without.</summary>
/// <param name="Median">The median over the pairs of loops. It contains the price of calling a function in T-SQL.</param>
/// <param name="Low">The lower bound of the median's interval; below zero where the loops differ by noise only.</param>
/// <param name="High">The upper bound of the median's interval.</param>
/// <param name="Pairs">How many pairs of loops it rests on.</param>
public sealed record SqlClockCall(Duration Median, Duration Low, Duration High, int Pairs);

/// <summary>An earlier run on the same server that this one is compared with.</summary>
/// <param name="DocumentId">Its document.</param>
/// <param name="StartedAt">When it was.</param>
/// <param name="Normal">Whether its own verdict was normal: only then does being as fast as it was mean being normal.</param>
/// <param name="Workloads">Its workloads.</param>
public sealed record SqlEarlierRun(Guid DocumentId, DateTimeOffset StartedAt, bool Normal, IReadOnlyList<SqlWorkloadFacts> Workloads)
{
    /// <summary>What a statement cost then; null when it was not measured.</summary>
    public SqlStatementCost? StatementCostNs { get; init; }
}

/// <summary>
/// What one more T-SQL statement costs: the same arithmetic in eight statements an iteration against one, over the seven that
/// differ. What the engine and the processor cost otherwise is in both, so it cancels out.
/// </summary>
/// <param name="Median">The median over the pairs of functions; at or below zero where a statement costs nothing that can be seen.</param>
/// <param name="Low">The lower bound of the median's interval.</param>
/// <param name="High">The upper bound of the median's interval.</param>
/// <param name="Pairs">How many pairs of functions it rests on.</param>
/// <param name="FirstHalf">The median over the pairs that ran first.</param>
/// <param name="SecondHalf">The median over the pairs that ran last.</param>
public sealed record SqlStatementCost(Duration Median, Duration Low, Duration High, int Pairs, Duration FirstHalf, Duration SecondHalf)
{
    /// <summary>How many statements more the one function has in an iteration than the other.</summary>
    public const int StatementsMore = 7;
}
