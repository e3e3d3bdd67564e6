namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A node as a process whose machine's clock is set while it runs, beside a mail server that refuses, closes and says nothing at first.</summary>
[Trait("Run", "all")]
public sealed class SteppedClockTests
{
    private const int Hour = 3_600;
    private const int FortyDays = 40 * 24 * Hour;

    private static readonly string[] Receivers = ["admin@example.org"];

    [Fact]
    public async Task It_scans_and_reports_at_each_time_loses_no_scan_and_takes_who_was_good_before()
    {
        var library = Path.Combine(Repository.Root, "tests", "lab", "other-day", "bin", "libotherday.so");
        Requirement.Met(File.Exists(library), "the library for another day is not built: make -C tests/lab/other-day");
        await using var mail = SmtpReceiver.Start("451", "cut", "silence");
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, vcenters: 1);
        await using var store = await fleet.Place.OpenAsync();
        foreach (var days in Enumerable.Range(1, 20))
        {
            var scan = SampleScan.Document with { Id = Guid.NewGuid(), StartedAt = TimeProvider.System.GetUtcNow().AddDays(days - 21) };
            await store.SaveAsync(scan, cancellationToken: Cancel);
        }

        var before = (await store.Runs.ListAsync(new RunQuery(), Cancel)).Select(run => run.DocumentId).ToList();
        Configure(fleet, mail);
        await SetAsync(fleet, 0);
        var environment = new Dictionary<string, string> { ["LD_PRELOAD"] = library, ["OTHER_DAY_FILE"] = fleet.Place["steps"], ["TZ"] = "Europe/Berlin" };
        await using var node = await ServerProcess.StartAsync(store: null, environment, untilReady: true, "--config", fleet.GetFile("one"));
        using var forTwoHours = node.Client(await store.AddTokenAsync([Scope.Read], lifetime: TimeSpan.FromHours(2)));
        // The first token is good for a month.
        using var client = node.Client(await store.AddTokenAsync([Scope.Read], lifetime: TimeSpan.FromDays(400)));
        using var browser = new Browser();
        await browser.SignInAsync(node, node.Token!);
        await UntilScannedAsync(0);

        // The last is a few seconds before summer time begins in Europe.
        var spring = new DateTimeOffset(2027, 3, 28, 0, 59, 30, TimeSpan.Zero);
        foreach (var (i, seconds) in (
            (int[])[Hour, 0, -Hour, 0, FortyDays, 0, -FortyDays, 0, (int)(spring - TimeProvider.System.GetUtcNow()).TotalSeconds]).Index())
        {
            var mails = Taken();
            await SetAsync(fleet, seconds);
            await UntilAsync(() => Task.FromResult(Steps() == i + 1), $"step {i + 1} is not said");
            await UntilScannedAsync(seconds);
            await UntilAsync(() => Task.FromResult(Taken() > mails), $"no report at {seconds} s");
            await node.UntilReadyAsync();
            var isFarAhead = seconds > 7 * 24 * Hour;
            await UntilAnsweredAsync(
                async () => await forTwoHours.GetAsync("/api/v1/nodes", Cancel), isFarAhead ? HttpStatusCode.Unauthorized : HttpStatusCode.OK);
            await UntilAnsweredAsync(() => browser.GetAsync(node, "/api/v1/nodes"), isFarAhead ? HttpStatusCode.Unauthorized : HttpStatusCode.OK);
            Assert.Contains("was set ", await client.GetStringAsync("/nodes", Cancel), StringComparison.Ordinal);
        }

        await fleet.UntilAsync(store, scans => scans is [{ EndedAt: not null } scan] && scan.StartedAt > spring.AddMinutes(1), "no scan after summer time began");
        await SetAsync(fleet, 0);
        await UntilScannedAsync(0);
        await UntilAsync(async () => (await store.Alerts.PendingAsync(Cancel)).Count <= 1, "what was refused is not sent");
        Assert.Subset((await store.Runs.ListAsync(new RunQuery { MaxRuns = 10_000 }, Cancel)).Select(run => run.DocumentId)
            .ToHashSet(), before.ToHashSet());

        int Steps() => node.Complaints.Count(line => line.Contains("the clock of the store was set", StringComparison.Ordinal));

        int Taken() => mail.Mails.Count(item => item.IsTaken);

        Task<TimeSpan> UntilScannedAsync(int seconds) => fleet.UntilAsync(
            store,
            scans => scans is [{ EndedAt: not null } scan]
                && (TimeProvider.System.GetUtcNow().AddSeconds(seconds) - scan.StartedAt).Duration() < TimeSpan.FromSeconds(60),
            $"no scan at {seconds} s: {string.Join('\n', node.Complaints)}");

        Task<TimeSpan> UntilAnsweredAsync(Func<Task<HttpResponseMessage>> ask, HttpStatusCode expected) => UntilAsync(
            async () =>
            {
                using var answer = await ask();
                return answer.StatusCode == expected;
            },
            $"it is not answered {expected}");

        Task<TimeSpan> UntilAsync(Func<Task<bool>> isTrue, string what) => Until.Async(isTrue, () => $"{what}: {string.Join('\n', node.Complaints)}");
    }

    private static void Configure(ScheduledFleet fleet, SmtpReceiver mail)
    {
        var vcenter = fleet.VCenters[0];
        File.WriteAllText(fleet.GetFile("one"), JsonSerializer.Serialize(new
        {
            vcenters = new[] { new { server = vcenter.Url.Authority, user = vcenter.User, passwordFile = fleet.Place["0.password"], insecure = true } },
            store = new { target = fleet.Place.Text, retention = "30d" },
            server = new { node = "one", schedule = "0/10 * * * * ?" },
            alerts = new
            {
                mail = new
                {
                    host = "127.0.0.1",
                    port = mail.Port,
                    security = "none",
                    from = "timerprobe@example.org",
                    to = Receivers,
                    digest = new { schedule = "0/20 * * * * ?", whenUnchanged = true },
                },
            },
        }));
    }

    /// <summary>Sets the clock of the node so many seconds ahead of the true time, in the file that it reads it from.</summary>
    private static async Task SetAsync(ScheduledFleet fleet, long seconds)
    {
        var number = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(number, seconds);
        await using var file = new FileStream(fleet.Place["steps"], FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);
        await file.WriteAsync(number, Cancel);
    }
}
