namespace TimerProbe.SqlServer.Inspection;

/// <summary>Asks a server about itself. What it does not report is noted with the reason, and does not stop the rest.</summary>
internal sealed class ServerInspector(ServerConnection connection, ServerIdentity identity, TimeProvider time)
{
    private const int FirstWithLiveStatistics = 13;
    private const int LastWithTheFlag = 14;
    private const string NoSuchThing = "the server has no such thing";

    private static readonly string[] Rights =
        ["view_server_state", "view_server_performance_state", "create_function", "create_procedure", "create_table"];

    private readonly List<Unavailable> _unavailable = [];

    public static async Task<ServerIdentity> IdentifyAsync(
        ServerConnection connection, TimeProvider time, CancellationToken cancellationToken)
    {
        var rows = await connection.QueryAsync(SqlScript.Get("inspect/version", 0), Identity, cancellationToken);
        var identity = rows.Count > 0
            ? rows[0]
            : throw new SqlServerException(SqlServerErrorKind.Refused, "the server does not identify itself");
        var names = await new ServerInspector(connection, identity, time).AskAsync(
            "machine-names", "physicalName", row => row.Text("physical_name"), cancellationToken);
        return identity with { PhysicalName = names is [var name, ..] ? Named(name) : null };
    }

    public async Task<ServerReading> ReadAsync(CancellationToken cancellationToken)
    {
        var rights = await AskAsync(
            "rights", "rights", row => Rights.Select(right => (Name: right, May: row.Integer(right))).ToList(), cancellationToken);
        var system = await ReadSystemAsync(cancellationToken);
        var profiling = await AskAsync(
            "profiling", "profilingSessions", row => $"{row.Text("session_name")} ({row.Text("event_name")})", cancellationToken);
        return new ServerReading
        {
            Identity = identity,
            Rights = (rights is [var known, ..] ? known : []).Where(right => right.May is not null)
                .ToDictionary(right => right.Name, right => right.May == 1),
            System = system,
            ClockApart = await ReadClockApartAsync(cancellationToken),
            ProfilingSessions = profiling,
            StatementTraces = await ReadTracesAsync(cancellationToken),
            LiveQueryStatistics = await ReadLiveStatisticsAsync(cancellationToken),
            QueryStoreCapture = await ReadQueryStoreAsync(cancellationToken),
            ClockStep = await AskAsync("clock-step", "clockStepNs", row => row.Long("step_ns"), cancellationToken) is [> 0 and { } step, ..]
                ? new Duration(step)
                : null,
            Unavailable = [.. _unavailable],
        };
    }

    public async Task<SystemFigures?> ReadSystemAsync(CancellationToken cancellationToken) =>
        await AskAsync("system", "system", Figures, cancellationToken) is [var figures, ..] ? figures : null;

    /// <returns>How far its clock is from this machine's at least; zero where both may be one, null where it gives no time.</returns>
    private async Task<TimeSpan?> ReadClockApartAsync(CancellationToken cancellationToken)
    {
        var asked = time.GetUtcNow();
        var said = await AskAsync("time", "time", row => row.Time("utc_now"), cancellationToken);
        return said is [{ } utc, ..]
            ? GetClockApart(new DateTimeOffset(DateTime.SpecifyKind(utc, DateTimeKind.Utc)), asked, time.GetUtcNow())
            : null;
    }

    internal static TimeSpan GetClockApart(DateTimeOffset said, DateTimeOffset asked, DateTimeOffset answered) =>
        said < asked ? asked - said : said > answered ? said - answered : TimeSpan.Zero;

    /// <returns>The traces that record statements, each with the event; null when they may not be seen.</returns>
    private async Task<IReadOnlyList<string>?> ReadTracesAsync(CancellationToken cancellationToken)
    {
        const string What = "statementTraces";
        if (!identity.IsMicrosoft)
        {
            return None<IReadOnlyList<string>>(What);
        }

        var rows = await AskAsync(
            "traces",
            What,
            row => (MaySee: row.Integer("may_see"), Trace: row.Integer("trace_id"), Event: row.Text("event_name")),
            cancellationToken);
        if (rows?.Any(row => row.MaySee == 0) == true)
        {
            Miss(What, "the login lacks the right ALTER TRACE");
            return null;
        }

        return rows is null
            ? null
            : [.. rows.Where(row => row.Trace is not null).Select(row => FormattableString.Invariant($"{row.Trace} ({row.Event})"))];
    }

    /// <returns>True when trace flag 7412 is on; null where it means nothing.</returns>
    private async Task<bool?> ReadLiveStatisticsAsync(CancellationToken cancellationToken)
    {
        const string What = "liveQueryStatistics";
        if (!identity.IsMicrosoft || identity.SyntaxVersion is < FirstWithLiveStatistics or > LastWithTheFlag)
        {
            Miss(
                What,
                identity is { IsMicrosoft: true, SyntaxVersion: > LastWithTheFlag }
                    ? "from SQL Server 2019 on they are always on, and cost little"
                    : NoSuchThing);
            return null;
        }

        var rows = await AskAsync("live-statistics", What, row => row.Integer("Status"), cancellationToken);
        return rows?.Any(status => status == 1);
    }

    private async Task<string?> ReadQueryStoreAsync(CancellationToken cancellationToken)
    {
        const string What = "queryStoreCapture";
        if (!identity.IsMicrosoft || identity.SyntaxVersion < FirstWithLiveStatistics)
        {
            return None<string>(What);
        }

        var rows = await AskAsync(
            "query-store", What, row => (State: row.Text("state"), Capture: row.Text("capture")), cancellationToken);
        return rows is null ? null : rows is [{ State: "READ_WRITE", Capture: { } capture }, ..] ? capture : "OFF";
    }

    private async Task<IReadOnlyList<T>?> AskAsync<T>(string script, string what, Func<SqlRow, T> map, CancellationToken cancellationToken)
    {
        try
        {
            return await connection.QueryAsync(SqlScript.Get("inspect/" + script, identity.SyntaxVersion), map, cancellationToken);
        }
        catch (SqlServerException ex) when (ex.Kind is SqlServerErrorKind.NoPermission or SqlServerErrorKind.Refused)
        {
            _unavailable.Add(Unavailable.Of(what, ex.Problem));
            return null;
        }
    }

    private void Miss(string what, string why) => _unavailable.Add(Unavailable.Of(what, ServerReading.NotHad(why)));

    private T? None<T>(string what)
        where T : class
    {
        Miss(what, NoSuchThing);
        return null;
    }

    private static ServerIdentity Identity(SqlRow row)
    {
        var (engine, isMicrosoft, syntax) = ServerIdentity.Understand(new ServerSigns(
            row.Text("version_text"),
            row.Text("product_version"),
            row.Integer("engine_edition"),
            row.Text("edition"),
            row.Text("resource_version"),
            row.Text("babelfish_version")));
        return new ServerIdentity
        {
            Name = Named(row.Text("server_name")),
            MachineName = Named(row.Text("machine_name")),
            Version = row.Text("product_version"),
            Edition = row.Text("edition"),
            Engine = engine,
            IsMicrosoft = isMicrosoft,
            SyntaxVersion = syntax,
            Database = row.Text("database_name"),
        };
    }

    // A zero from a compatible server means that it does not know.
    private static SystemFigures Figures(SqlRow row) => new()
    {
        CpuTicks = Positive(row.Long("cpu_ticks")),
        MillisecondTicks = Positive(row.Long("ms_ticks")),
        Schedulers = (int?)Positive(row.Integer("scheduler_count")),
        TimeSource = Named(row.Text("time_source")),
        VirtualMachineType = Named(row.Text("virtual_machine_type")),
        UpSeconds = row.Long("up_seconds") is >= 0 and var seconds ? seconds : null,
    };

    private static long? Positive(long? value) => value > 0 ? value : null;

    private static string? Named(string? text) => string.IsNullOrWhiteSpace(text) ? null : text;
}
