using System.Globalization;

namespace TimerProbe.Benchmarks;

/// <summary>
/// The figures of <c>tests/compare-sql</c>, a line of nanoseconds each, appended to a file: <c>sql primality NUMBER FILE</c> and
/// <c>sql waiting RUNS FILE</c>.
/// </summary>
internal static class SqlFigures
{
    public static async Task WriteAsync(string[] arguments)
    {
        if (arguments is not [var what, var number, var file])
        {
            throw new ArgumentException("What is measured, a number and a file are needed.", nameof(arguments));
        }

        var count = long.Parse(number, CultureInfo.InvariantCulture);
        var figures = what switch
        {
            "primality" => PrimalityWork.Run(count, repeat: 1, TimeProvider.System, CancellationToken.None),
            "waiting" => await WaitAsync((int)count),
            _ => throw new ArgumentException("Measured are: primality, waiting.", nameof(arguments)),
        };
        await File.AppendAllLinesAsync(file, figures.Select(figure => figure.Nanoseconds.ToString("F0")));
    }

    /// <summary>How long the client waits for a run of which the server says that it took no time: a stand-in that answers at once.</summary>
    private static async Task<IReadOnlyList<Duration>> WaitAsync(int runs)
    {
        await using var server = new TdsServer { Answer = (request, _) => Task.FromResult(Answer(request)) };
        var options = new SqlServerOptions { Credential = new Login("probe", "probe"), TrustServerCertificate = true };
        await using var session = await SqlServerSession.OpenAsync(server.Target, options, CancellationToken.None);
        var result = await session.RunAsync(new WorkloadPlan { Workload = SqlWorkload.SetControl, Repeat = runs }, CancellationToken.None);
        return [.. result.Runs.Select(run => new Duration(run.Client.Nanoseconds - run.Server.Nanoseconds))];
    }

    private static TdsAnswer Answer(TdsRequest request)
    {
        var now = new DateTime(2026, 11, 21, 3, 0, 0, DateTimeKind.Unspecified);
        return request.Says("@@VERSION")
            ? TdsAnswer.Row(
                ("version_text", "Microsoft SQL Server 2022"), ("product_version", "16.0.1000.6"), ("edition", "Standard Edition"), ("engine_edition", 2), ("resource_version", "16.00.4135"), ("babelfish_version", null),
                ("machine_name", ""), ("server_name", ""), ("database_name", "tempdb"), ("updateability", "READ_WRITE"))
            : TdsAnswer.Row(("started", now), ("ended", now), ("result", 0L));
    }
}
