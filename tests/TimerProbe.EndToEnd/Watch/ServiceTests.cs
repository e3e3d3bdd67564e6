namespace TimerProbe.EndToEnd.Watch;

/// <summary><c>watch --service</c>: the Windows build, installed as a service under Wine.</summary>
public sealed class ServiceTests
{
    private const int SpecificError = 1066;

    [Fact]
    public async Task What_it_complains_of_is_an_event_and_stopped_it_leaves_a_log_with_its_end()
    {
        await using var wine = await OwnWine.StartAsync();
        var service = await WineService.CreateAsync(wine, "TimerProbeWatch", "--service", "--every", "1s", "--reference", "127.0.0.1:9", "--log", wine.GetPath("watch.jsonl"));
        await service.StartAsync();
        await service.UntilEventAsync("until it answers, the rate of the clock is unknown");
        Assert.Contains("warn:eventlog", Assert.Single(wine.Events.Trim().Split('\n')), StringComparison.Ordinal);

        await service.StopAsync();
        Assert.Equal(new ServiceAnswer("STOPPED", 0, 0), await service.UntilAsync("STOPPED"));
        Assert.Equal((WatchEvent.Started, WatchEvent.Stopped), (Log(wine)[0].Event, Log(wine)[^1].Event));
    }

    [Fact]
    [Trait("Run", "all")]
    public async Task Its_time_is_up_and_it_ends_by_itself()
    {
        await using var wine = await OwnWine.StartAsync();
        var service = await WineService.CreateAsync(wine, "TimerProbeWatch", "--service", "--for", "1s", "--log", wine.GetPath("watch.jsonl"));
        await service.StartAsync();
        Assert.Equal(new ServiceAnswer("STOPPED", 0, 0), await service.UntilAsync("STOPPED"));
        Assert.Equal(WatchEvent.Stopped, Log(wine)[^1].Event);
        Assert.Equal("", wine.Events);
    }

    [Theory]
    [InlineData(2, "cannot write 'Z:\\\\nowhere\\\\watch.jsonl'", "--service", "--log", @"Z:\nowhere\watch.jsonl", Traits = new[] { "Run", "all" })]
    [InlineData(2, "--service has no console to write to: add --log FILE", "--service", "--every", "1s")]
    [InlineData(2, "--log needs an absolute path with --service, such as C:\\\\ProgramData\\\\TimerProbe\\\\watch\\\\watch.jsonl, not 'watch.jsonl'", "--service", "--log", "watch.jsonl", Traits = new[] { "Run", "all" })]
    [InlineData(2, "--store needs an absolute path with --service", "--service", "--save", "--store", "watch.db", Traits = new[] { "Run", "all" })]
    [InlineData(2, "watch has no option '--services'; did you mean --service?", "--services", "--no-stub", Traits = new[] { "Run", "all" })]
    public async Task A_start_that_fails_says_why_and_leaves_the_exit_code(int exitCode, string sentence, params string[] options)
    {
        await using var wine = await OwnWine.StartAsync();
        var service = await WineService.CreateAsync(wine, "TimerProbeWatch", options);
        await service.StartAsync();
        Assert.Equal(new ServiceAnswer("STOPPED", SpecificError, exitCode), await service.UntilAsync("STOPPED"));
        Assert.Contains("err:eventlog", Assert.Single(wine.Events.Trim().Split('\n')), StringComparison.Ordinal);
        Assert.Contains(sentence, wine.Events, StringComparison.Ordinal);
        Assert.Contains($"The service ended with exit code {exitCode}.", wine.Events, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Started_by_hand_it_says_who_starts_it()
    {
        Needs.Wine();
        using var folder = new TemporaryFolder();
        await TimerProbeProgram.UnderWine.With("watch", "--service", "--log", $"Z:{folder["watch.jsonl"]}").EndsAsync(3, "the service manager, which did not start this process", "");
        Assert.Empty(folder.Files);
    }

    [Fact]
    public async Task There_is_none_on_Linux()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var result = await TimerProbeProgram.InProcess.With("watch", "--service", "--log", folder["watch.jsonl"]).RunAsync();
        Assert.Equal((3, "", "timerprobe: --service is for Windows only: remove it, even under systemd"), (result.ExitCode, result.Out, result.Error.Trim()));
        Assert.Empty(folder.Files);
    }

    private static List<WatchLine> Log(OwnWine wine) =>
        [.. File.ReadAllLines(wine.Files["watch.jsonl"]).Select(line => WatchJson.Read(Encoding.UTF8.GetBytes(line)))];
}
