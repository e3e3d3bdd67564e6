using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet.Store;
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
    public async Task What_a_file_was_given_from_the_future_is_shown_and_mended()
    {
        Needs.OtherDay();
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "20", "--hosts", "2");
        var scan = Scan(vcenter, place);
        var repair = TimerProbeProgram.FrameworkDependent.With("store", "repair", "--store", place.Text);
        await scan.Earlier(-Wrong).RunAsync();

        var (code, said) = Told(await scan.RunAsync());
        Assert.Equal(5, code);
        Assert.Contains("timerprobe store repair", said, StringComparison.Ordinal);
        Assert.Contains("--yes", (await repair.RunAsync()).Out, StringComparison.Ordinal);
        Assert.Equal(0, (await repair.With("--yes").RunAsync()).ExitCode);

        Assert.Equal((0, ""), Told(await scan.RunAsync()));
        await using var store = await place.OpenAsync(StoreAccess.Read);
        Assert.All(await store.Runs.ListAsync(new RunQuery(), Cancel), run => Assert.True(run.StartedAt < TimeProvider.System.GetUtcNow()));
    }

    private static (int Code, string Complaints) Told(ProgramResult result) =>
        (result.ExitCode, string.Join('\n', result.Error.Split('\n').Where(line => line.Length > 0 && !line.Contains("is not verified", StringComparison.Ordinal))));

    /// <summary>Its certificate is not valid at another time: it is not looked at.</summary>
    private static ProgramRun Scan(SimulatedVCenter vcenter, TestStore place) => TimerProbeProgram.FrameworkDependent
        .With("scan", vcenter.Server, "--user", vcenter.User, "--insecure", "--save", "--store", place.Text, "--fail-on", "never")
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", vcenter.Password);
}
