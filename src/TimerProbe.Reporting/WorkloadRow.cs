namespace TimerProbe.Reporting;

/// <summary>A workload in words, or a price that was made of several. A text is empty where there is nothing to say.</summary>
/// <param name="Normal">What is normal; empty where only an earlier run or a control says so.</param>
public sealed record WorkloadRow(
    string Label, string Seconds, string Cost, string Unit, string Interval, string Normal, string TimesEarlier, string Note)
{
    public bool IsPart { get; private init; }

    public static IReadOnlyList<WorkloadRow> From(SqlDocument document)
    {
        var measured = document.Measurement();
        var rows = document.Workloads.Where(workload => workload.NsPerIteration is not null)
            .Select(workload => From(workload, measured))
            .ToList();
        if (SqlStorage.From(measured).Commit is { } commit)
        {
            rows.Add(Priced("one commit", commit.Median, "a commit", commit.Low, commit.High, $"below {InMilliseconds(SqlLimits.CommitNormal)}", InMilliseconds));
        }

        if (document.StatementCostNs is { } price)
        {
            var normal = Below(SqlLimits.StatementNormal, measured.IsSqlServer);
            var row = Priced("one more statement", price.Median, "a statement", price.Low, price.High, normal);
            rows.Add(row with { TimesEarlier = Times(measured.PriceAgainstEarlier()) });
        }

        if (document.ClockCallNs is { } call)
        {
            var normal = Below(SqlLimits.ClockCallNormal, measured.IsSqlServer);
            rows.Add(Priced("asking for the time", call.Median, "a call", call.Low, call.High, normal));
        }

        return rows;
    }

    public static IEnumerable<string> Skipped(SqlDocument document) =>
        document.Workloads.Where(workload => workload.Skipped is not null)
            .Select(workload => $"{GetLabel(workload.Name)} not run: {workload.Skipped}");

    private static WorkloadRow Priced(
        string label, Duration median, string unit, Duration low, Duration high, string normal, Func<Duration, string>? said = null)
    {
        var interval = low.Nanoseconds > 0 ? Range(low, high, said ?? GetCost) : $"up to {(said ?? GetCost)(high)}";
        return median.Nanoseconds > 0
            ? new WorkloadRow(label, "", said?.Invoke(median) ?? median.ToString(), unit, interval, normal, "", "")
            : new WorkloadRow(label, "", "none seen", unit, "", normal, "", "the loop with more was not the slower one");
    }

    private static WorkloadRow From(SqlWorkloadFacts workload, SqlMeasurement measured) => new(
        GetLabel(workload.Name),
        $"{workload.MedianSeconds:0.00} s",
        GetCost(workload.Name)(workload.NsPerIteration!.Value),
        GetUnit(workload.Name),
        workload.PerIteration() is { } interval ? Range(interval.Low, interval.High, GetCost(workload.Name)) : "",
        GetNormal(workload.Name, measured.IsSqlServer),
        Times(measured.AgainstEarlier(workload.Name)),
        GetNote(workload.Name, measured.AgainstEarlier(workload.Name)))
    {
        IsPart = workload.Name is SqlWorkload.StatementCost or SqlWorkload.ClockCalls
            || (IsOfCommits(workload.Name) && SqlStorage.From(measured).Commit is not null),
    };

    private static bool IsOfCommits(SqlWorkload workload) => workload is SqlWorkload.CommitLoop or SqlWorkload.CommitOneTransaction;

    private static Func<Duration, string> GetCost(SqlWorkload workload) => IsOfCommits(workload) ? InMilliseconds : GetCost;

    private static string InMilliseconds(Duration cost) => $"{cost.Milliseconds.ToString(cost.Milliseconds < 1 ? "0.000" : "#,0.0")} ms";

    private static string GetLabel(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality => "interpreted function",
        SqlWorkload.PrimalityNative => "natively compiled",
        SqlWorkload.PrimalityClient => "this program",
        SqlWorkload.SetControl => "one set-based query",
        SqlWorkload.StatementCost => "loop of eight statements",
        SqlWorkload.ClockCalls => "loop with clock calls",
        SqlWorkload.CommitLoop => "commit of each row",
        _ => "one commit for all",
    };

    private static string GetUnit(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality or SqlWorkload.PrimalityNative or SqlWorkload.PrimalityClient or SqlWorkload.StatementCost => "an iteration",
        SqlWorkload.ClockCalls => "a pass",
        _ => "a row",
    };

    private static string GetNote(SqlWorkload workload, RatioInterval? overEarlier) => workload switch
    {
        SqlWorkload.Primality or SqlWorkload.StatementCost or SqlWorkload.ClockCalls or SqlWorkload.CommitLoop => "reads the clock",
        _ when overEarlier is { Low: > SqlLimits.UnchangedFactor } => "reads no clock, and is slower too",
        SqlWorkload.CommitOneTransaction => "control of the commits",
        _ => "control, reads no clock",
    };

    private static string GetNormal(SqlWorkload workload, bool isSqlServer) => workload switch
    {
        SqlWorkload.PrimalityClient => Below(SqlLimits.DivisionNormal, applies: true),
        SqlWorkload.PrimalityNative => Below(SqlLimits.DivisionNormal, isSqlServer),
        SqlWorkload.CommitLoop => $"below {InMilliseconds(new(SqlLimits.CommitNormal.Nanoseconds * SqlStorage.CommitsOfRow))}",
        SqlWorkload.CommitOneTransaction => $"below {InMilliseconds(SqlLimits.RowNormal)}",
        _ => "",
    };

    private static string Below(Duration limit, bool applies) => applies ? $"below {GetCost(limit)}" : "";

    private static string Times(RatioInterval? ratio) => ratio is { } times ? $"{times.Median:0.0} x earlier" : "";

    private static string Range(Duration low, Duration high, Func<Duration, string> said) =>
        said(low) is var from && said(high) is var to && from == to ? "" : $"{from} to {to}";

    private static string GetCost(Duration cost) =>
        cost.Nanoseconds < 10_000 ? cost.ToString() : $"{cost.Nanoseconds / 1000:#,0} us";
}
