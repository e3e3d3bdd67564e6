namespace TimerProbe.SqlServer.Tests;

/// <summary>A server that behaves: it says what it is, and each run takes 7 seconds of its clock.</summary>
internal static class StandIn
{
    public static readonly SqlServerOptions Options = new()
    {
        Credential = new Login("probe", "p'ä;\"}ss"),
        Database = "sales",
        TrustServerCertificate = true,
        CommandTimeout = TimeSpan.FromSeconds(5),
        CancelTimeout = TimeSpan.FromMilliseconds(200),
    };

    private static readonly DateTime Start = new(2026, 11, 21, 3, 0, 0, 123, DateTimeKind.Unspecified);

    public static TdsAnswer Version(string text = "Microsoft SQL Server 2022 (RTM) - 16.0.4135.4 (X64)", string version = "16.0.4135.4", string database = "sales") =>
        TdsAnswer.Row(
            ("version_text", text), ("product_version", version), ("edition", "Standard Edition"), ("engine_edition", 2), ("resource_version", "16.00.4135"), ("babelfish_version", null),
            ("machine_name", "DB01"), ("server_name", "DB01"), ("database_name", database), ("updateability", "READ_WRITE"));

    public static TdsAnswer Run(double seconds = 7, long result = WorkloadPlan.FieldArgument) =>
        TdsAnswer.Row(("started", Start), ("ended", Start.AddTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond))), ("result", result));

    /// <summary>What a server that behaves says to a statement.</summary>
    public static TdsAnswer Answer(TdsRequest request) =>
        request.Says("@@VERSION") ? Version()
        : request.Says("FROM sys.objects") ? TdsAnswer.NoRows(("name", ""), ("type", ""))
        : request.Says("APPLOCK_TEST") ? TdsAnswer.Row(("ended", 1))
        : request.Says("sp_getapplock") ? TdsAnswer.Row(("granted", 0))
        : request.Says("is_inlineable") ? TdsAnswer.Row(("is_inlineable", 0))
        : request.Says("AS result") ? Run()
        : TdsAnswer.Done;

    /// <summary>A server that behaves but where the test says otherwise.</summary>
    public static TdsServer But(Func<TdsRequest, CancellationToken, Task<TdsAnswer?>> otherwise) =>
        new() { Answer = async (request, token) => await otherwise(request, token) ?? Answer(request) };

    public static TdsServer But(Func<TdsRequest, TdsAnswer?> otherwise) => But((request, _) => Task.FromResult(otherwise(request)));

    public static Task<SqlServerSession> OpenAsync(TdsServer server, SqlServerOptions? options = null) =>
        SqlServerSession.OpenAsync(server.Target, options ?? Options, Cancel);

    public static async Task<ServerReading> ReadAsync(TdsServer server)
    {
        await using var session = await OpenAsync(server);
        return await session.ReadAsync(Cancel);
    }

    public static async Task<WorkloadResult> RunAsync(TdsServer server, WorkloadPlan plan)
    {
        await using var session = await OpenAsync(server);
        return await session.RunAsync(plan, Cancel);
    }

    /// <summary>The statements that make or drop something, without their comments.</summary>
    public static IReadOnlyList<string> Changes(TdsServer server) =>
    [
        .. server.Requests.Select(request => request.Text.Split('\n').First(line => !line.StartsWith("--", StringComparison.Ordinal)))
            .Where(line => line.StartsWith("CREATE", StringComparison.Ordinal) || line.StartsWith("IF OBJECT_ID", StringComparison.Ordinal)),
    ];
}
