using Microsoft.Extensions.Time.Testing;

namespace TimerProbe.Application.Tests;

/// <summary>Use cases do their work without a console: what they say reaches whoever listens, and what goes wrong is of a kind.</summary>
public sealed class UseCaseTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-test-");
    private readonly RecordedDialog _dialog = new();

    [Fact]
    public async Task A_check_is_a_document_of_whoever_asked_for_it()
    {
        var expired = new Mute("TP104", Subject: null, "an old story", new DateOnly(2020, 1, 1));
        var settings = new CheckSettings
        {
            Budget = TimeSpan.FromSeconds(5),
            UseStub = true,
            Mutes = new MuteList { Mutes = [expired] },
        };
        var document = await new GuestCheck(settings, _dialog.Context).RunAsync(Cancel);
        Assert.Equal(("1.2.3", 12.3), (document.Tool.Version, document.Timing.TotalMs));
        Assert.NotNull(document.Clocks.Single(clock => clock.Source == ClockSource.PreciseTime).CallNs);
        Assert.Contains(_dialog.Complaints, said => said.Contains("a mute of TP104 expired on 2020-01-01", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_target_that_another_scan_holds_is_left_to_it_and_counts_as_no_failure()
    {
        var (held, own) = ($"127.0.0.1:{FreePort()}", $"localhost:{FreePort()}");
        await using var kept = await RunStorage.OpenAsync(
            new StoreSettings { Target = Path.Combine(_folder.FullName, "store.db") }, StoreAccess.Write, busyTimeout: null, alerts: null,
                _dialog.Context, Cancel);
        var store = kept.Target!;
        await using var other = await store.ClaimAsync([held], new LockHolder("collector", 4711, "svc-timerprobe", DateTimeOffset.UnixEpoch, "timerprobe scan"), Cancel);

        await using var scan = await FleetScan.OpenAsync(Scan(held, own), kept, _dialog.Context, Cancel);
        await Assert.ThrowsAsync<UseCaseException>(() => scan.RunAsync(Cancel));

        Assert.False(scan.IsWhole);
        var said = Assert.Single(_dialog.Complaints, said => said.Contains(held, StringComparison.Ordinal));
        Assert.Contains("process 4711 of svc-timerprobe on collector", said, StringComparison.Ordinal);
        Assert.EndsWith("this one leaves it out", said, StringComparison.Ordinal);
        Assert.Equal([own], (await store.TargetsAsync(Cancel)).Select(target => target.Server));
    }

    [Fact]
    public async Task What_looks_at_no_clock_is_left_where_it_is_when_its_time_is_over()
    {
        using var never = new ManualResetEventSlim();
        var time = new FakeTimeProvider();
        var context = new UseCaseContext(new ToolInfo("1.2.3"), time, new BlockingDialog(never), () => TimeSpan.Zero);
        await using var kept = await RunStorage.OpenAsync(settings: null, null, busyTimeout: null, alerts: null, context, Cancel);
        await using var scan = await FleetScan.OpenAsync(Scan("127.0.0.1:1"), kept, context, Cancel);

        var run = scan.RunAsync(Cancel);
        time.Advance(TimeSpan.FromSeconds(67));
        Assert.False(run.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));

        var late = await Assert.ThrowsAsync<UseCaseException>(() => run);
        Assert.Equal((ExitCode.NotPossible, "what was read within the time limit of 1m was not judged by then: scan fewer clusters at once"), (late.ExitCode, late.Message));
        never.Set();
    }

    [Theory]
    [InlineData(new[] { 500, 409, 399, 8, 1 }, new[] { 0, 1, 8, 399 }, null)]
    [InlineData(new[] { 500, 409, 399, 40 }, new[] { 0, 40, 399, 409 }, "the store's clock is 40 days ahead of the newest run that is a week old (")]
    public async Task What_is_older_than_it_is_to_be_kept_is_removed_after_a_scan_and_a_clock_far_ahead_is_said(int[] saved, int[] left, string? said)
    {
        var settings = new StoreSettings { Target = Path.Combine(_folder.FullName, "store.db"), Retention = TimeSpan.FromDays(400) };
        await using var kept = await RunStorage.OpenAsync(settings, StoreAccess.Write, busyTimeout: null, alerts: null, _dialog.Context, Cancel);
        var store = kept.Target!;
        foreach (var days in saved)
        {
            await store.SaveAsync(Scanned(days), cancellationToken: Cancel);
        }

        await using var scan = await FleetScan.OpenAsync(Scan("127.0.0.1:1"), kept, _dialog.Context, Cancel);
        await scan.SaveAsync(Scanned(0), static () => { }, Cancel);

        var runs = await store.Runs.ListAsync(new RunQuery(), Cancel);
        Assert.Equal(left, runs.Select(run => (int)Math.Round((TimeProvider.System.GetUtcNow() - run.StartedAt).TotalDays)));
        Assert.Equal(said is null ? 0 : 1, _dialog.Complaints.Count(line => line.StartsWith(said ?? "the store's clock", StringComparison.Ordinal)));
    }

    private sealed class BlockingDialog(ManualResetEventSlim until) : IDialog
    {
        public void ReportProblem(string message)
        {
        }

        public void Progress(string message) => until.Wait(Cancel);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static ScanDocument Scanned(int daysAgo) => new()
    {
        Id = Guid.NewGuid(),
        Tool = new ToolInfo("1.2.3"),
        StartedAt = TimeProvider.System.GetUtcNow().AddDays(-daysAgo),
        TolerancePpm = FrequencyRules.DefaultTolerance,
        VCenters = [],
        Findings = [],
        Timing = new ScanTiming(0, 0, []),
    };

    private static ScanSettings Scan(params string[] servers) => new()
    {
        Targets = [.. servers.Select(
            server => new ScanTarget(new VCenterSettings { Server = VSphereServer.Parse(server) }, new Login("u", "p"), new VSphereOptions()))],
        Configuration = new FileConfiguration { TimeLimit = TimeSpan.FromMinutes(1) },
    };
}
