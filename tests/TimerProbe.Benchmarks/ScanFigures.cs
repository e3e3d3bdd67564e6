using System.Globalization;

namespace TimerProbe.Benchmarks;

/// <summary>
/// What of a scan is reading, judging and writing: <c>scan VCSIM MACHINES HOSTS TURNS FILE [all]</c>, with all settings or those that matter. The simulated vCenter's answers are recorded
/// once and replayed from memory, without a server and without TLS; the median of the turns of each, after a first that compiles.
/// </summary>
internal static class ScanFigures
{
    public static async Task WriteAsync(string[] arguments)
    {
        if (arguments is not [var program, var machines, var hosts, var turns, var file, .. var all])
        {
            throw new ArgumentException("The simulated vCenter, machines, hosts, turns and a file are needed.", nameof(arguments));
        }

        var answers = new RecordedWire();
        ScanSettings settings;
        using (var vcenter = await VcsimProcess.StartAsync(program, ["--scenario", "scale", "--vms", machines, "--hosts", hosts], CancellationToken.None))
        {
            var options = new VSphereOptions { Trust = ServerTrust.IssuedBy(vcenter.CaFile), Before = answers.Record };
            var target = new ScanTarget(
                new VCenterSettings { Server = VSphereServer.Parse(vcenter.Url.ToString()) },
                    new Login(vcenter.User, vcenter.Password), options);
            settings = new ScanSettings
            {
                Targets = [target],
                Configuration = new FileConfiguration { Statistics = false, TimeLimit = TimeSpan.FromMinutes(5), AllSettings = all is ["all"] },
            };
            await ScanAsync(settings);
        }

        settings = settings with { Targets = [settings.Targets[0] with { Options = settings.Targets[0].Options with { Before = answers.Replay } }] };
        var figures = new List<(string What, Cost Cost)>();
        for (var turn = 0; turn <= int.Parse(turns, CultureInfo.InvariantCulture); turn++)
        {
            figures = turn == 1 ? [] : figures;
            var reading = await Cost.OfAsync(() => ReadAsync(settings));
            ScanDocument? document = null;
            var scan = await Cost.OfAsync(async () => document = await ScanAsync(settings));
            var writing = await Cost.OfAsync(() =>
            {
                ScanHtml.Write(document!, TextWriter.Null);
                return Task.CompletedTask;
            });
            figures.AddRange([("reading", reading), ("judging", scan - reading), ("writing", writing)]);
        }

        await File.AppendAllLinesAsync(file,
        [
            $"{machines} machines: {answers.Count} answers of {answers.Bytes / 1e6:F1} MB",
            .. figures.ToLookup(figure => figure.What, figure => figure.Cost).Select(item => string.Create(
                CultureInfo.InvariantCulture,
                $"{item.Key,-8} {Median(item, cost => cost.Ms),7:F0} ms {Median(item, cost => cost.ProcessorMs),7:F0} ms of processors {Median(item, cost => cost.Megabytes),7:F1} MB allocated")),
        ]);
    }

    private static double Median(IEnumerable<Cost> costs, Func<Cost, double> of) => costs.Select(of).Order().ElementAt(costs.Count() / 2);

    private static async Task ReadAsync(ScanSettings settings)
    {
        var target = settings.Targets[0];
        await using var session = await VSphereSession.ConnectAsync(target.Server, target.Credential, target.Options, CancellationToken.None);
        await new InventoryReader(session, new InventoryOptions { AllSettings = settings.Configuration.AllSettings }).ReadAsync(CancellationToken.None);
    }

    private static Task<ScanDocument> ScanAsync(ScanSettings settings) => new FleetReading(
        settings,
        homes: null,
        checks: [],
        (_, _) => Task.FromResult<ScanTrend?>(null),
        clock: null,
        new UseCaseContext(new ToolInfo("0.1.0"), TimeProvider.System, new ReportingDialog(_ => { }), () => TimeSpan.Zero))
        .RunAsync(CancellationToken.None);

    private readonly record struct Cost(double Ms, double ProcessorMs, double Megabytes)
    {
        public static async Task<Cost> OfAsync(Func<Task> run)
        {
            GC.Collect();
            var (start, spent, bytes) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
            await run();
            return new Cost(
                Stopwatch.GetElapsedTime(start).TotalMilliseconds,
                (Environment.CpuUsage.TotalTime - spent).TotalMilliseconds,
                (GC.GetTotalAllocatedBytes(precise: true) - bytes) / 1e6);
        }

        public static Cost operator -(Cost all, Cost part) => new(all.Ms - part.Ms, all.ProcessorMs - part.ProcessorMs, all.Megabytes - part.Megabytes);
    }
}
