using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Alerts;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.EndToEnd.Store;

/// <summary>A scanner whose clock is wrong by 100 days: the scans after it conclude as ever.</summary>
public sealed class OtherClockTests
{
    private static readonly TimeSpan Wrong = TimeSpan.FromDays(100);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(100)]
    [InlineData(-100)]
    public async Task A_database_dates_a_scan_by_its_own_clock(int daysAhead)
    {
        Needs.OtherDay();
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "20", "--hosts", "2");
        var scan = Scan(vcenter, place);
        Assert.Equal((0, ""), Told(await scan.RunAsync()));

        var (code, said) = Told(await scan.Earlier(TimeSpan.FromDays(-daysAhead)).RunAsync());
        Assert.Equal(5, code);
        Assert.Contains($"{(daysAhead > 0 ? "behind" : "ahead of")} this machine's", said, StringComparison.Ordinal);

        Assert.Equal((0, ""), Told(await scan.RunAsync()));
        await using var store = await place.OpenAsync(StoreAccess.Read);
        Assert.All(await store.Runs.ListAsync(new RunQuery(), Cancel), run => Assert.InRange(TimeProvider.System.GetUtcNow() - run.StartedAt, TimeSpan.FromMinutes(-1), TimeSpan.FromHours(1)));
    }

    [Fact]
    public async Task Beside_a_file_it_is_told_that_the_scan_before_is_of_the_future()
    {
        Needs.OtherDay();
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "20", "--hosts", "2");
        var scan = Scan(vcenter, place);
        await scan.Earlier(-Wrong).RunAsync();

        var (code, said) = Told(await scan.RunAsync());

        Assert.Equal(5, code);
        Assert.Contains("restore a copy of the store from before, or begin another", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(-100)]
    public async Task An_alert_for_a_way_that_only_another_scanner_has_is_left_to_that_one(int daysAhead)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program that is told is a shell script.");
        Needs.OtherDay();
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using (var store = await place.OpenAsync())
        {
            await store.Alerts.AddAsync([new("id", "command", "wentAway", "VM", "{}")], Cancel);
        }

        var wrong = await ToldScanAsync(place, """ "syslog": { "facility": "local3" } """, TimeSpan.FromDays(-daysAhead));
        var told = $$""" "command": { "file": "/bin/sh", "arguments": [ "-c", "echo told >> '{{place["told"]}}'" ] } """;
        await ToldScanAsync(place, told, ago: TimeSpan.Zero);
        await ToldScanAsync(place, told, TimeSpan.FromDays(-daysAhead));

        Assert.DoesNotContain("given up", wrong.Error, StringComparison.Ordinal);
        await using var after = await place.OpenAsync(StoreAccess.Read);
        var alert = Assert.Single(await after.Alerts.ListAsync(most: 10, Cancel), alert => alert.Id == "id");
        Assert.Equal((AlertState.Delivered, 1), (alert.State, alert.Attempts));
        Assert.InRange(TimeProvider.System.GetUtcNow() - alert.DeliveredAt!.Value, TimeSpan.FromMinutes(-1), TimeSpan.FromMinutes(10));
    }

    /// <summary>A scan of nothing that answers, with a way for alerts: it delivers what is due.</summary>
    private static async Task<ProgramResult> ToldScanAsync(TestStore place, string way, TimeSpan ago)
    {
        await File.WriteAllTextAsync(
            place["timerprobe.json"],
            $$"""
            {
              "vcenters": [ { "server": "127.0.0.1:1", "user": "scan", "insecure": true, "passwordEnvironment": "VC_PASSWORD" } ],
              "store": { "target": "{{place.Text}}", "save": true },
              "alerts": { {{way}} },
            }
            """,
            Cancel);
        return await TimerProbeProgram.Fastest.With("scan", "--config", place["timerprobe.json"]).WithEnvironment("VC_PASSWORD", "x").Earlier(ago).RunAsync();
    }

    private static (int Code, string Complaints) Told(ProgramResult result) =>
        (result.ExitCode, string.Join('\n', result.Error.Split('\n').Where(line => line.Length > 0 && !line.Contains("is not verified", StringComparison.Ordinal))));

    /// <summary>Its certificate is not valid at another time: it is not looked at.</summary>
    private static ProgramRun Scan(SimulatedVCenter vcenter, TestStore place) => TimerProbeProgram.Fastest
        .With("scan", vcenter.Server, "--user", vcenter.User, "--insecure", "--save", "--store", place.Text, "--fail-on", "never")
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", vcenter.Password);
}
