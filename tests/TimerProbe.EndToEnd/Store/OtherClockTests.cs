namespace TimerProbe.EndToEnd.Store;

/// <summary>A scanner whose clock is wrong by 100 days: the scans after it conclude as usual.</summary>
public sealed class OtherClockTests
{
    private static readonly TimeSpan Wrong = TimeSpan.FromDays(100);

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

    private static (int Code, string Complaints) Told(ProgramResult result) =>
        (result.ExitCode, string.Join(
            '\n', result.Error.Split('\n').Where(line => line.Length > 0 && !line.Contains("is not verified", StringComparison.Ordinal))));

    /// <summary>Its certificate is not valid at another time: it is not looked at.</summary>
    private static ProgramRun Scan(SimulatedVCenter vcenter, TestStore place) => TimerProbeProgram.InProcess
        .With("scan", vcenter.Server, "--user", vcenter.User, "--insecure", "--save", "--store", place.Text, "--fail-on", "never")
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", vcenter.Password);
}
