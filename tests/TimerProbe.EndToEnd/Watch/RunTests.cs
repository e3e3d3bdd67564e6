namespace TimerProbe.EndToEnd.Watch;

public sealed class RunTests
{
    private static readonly ProgramRun Program = TimerProbeProgram.Fastest;

    [Theory]
    [InlineData("TERM")]
    [InlineData("INT")]
    [InlineData("HUP", Traits = new[] { "Run", "all" })]
    [InlineData("QUIT", Traits = new[] { "Run", "all" })]
    public async Task Asked_to_end_it_ends_in_good_order(string signal)
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        using var watch = WatchRun.Start(Program.WithDefaultSignals(), "--every", "1s", "--log", folder["log.jsonl"]);
        await watch.NextAsync(WatchEvent.Started);
        watch.Signal(signal);
        var result = await watch.EndAsync();
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.Equal(WatchEvent.Stopped, watch.Lines[^1].Event);
        Assert.Equal(Written(watch.Lines), Written(Read(folder["log.jsonl"]).Lines));
    }

    [Fact]
    public async Task Killed_it_leaves_whole_lines_and_the_next_run_goes_on_below_them()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var log = folder["log.jsonl"];
        int whole;
        using (var killed = WatchRun.Start(Program, "--every", "1s", "--log", log))
        {
            await killed.NextAsync(WatchEvent.Changed);
            killed.Signal("KILL");
            await killed.EndAsync();
            whole = killed.Lines.Count;
            Assert.Equal(Written(killed.Lines), Written(Read(log).Lines));
        }

        await File.AppendAllTextAsync(log, "{\"schema\":\"timerprobe.wat", Cancel);
        using var next = WatchRun.Start(Program, "--for", "1s", "--log", log);
        Assert.Equal(0, (await next.EndAsync()).ExitCode);
        var (lines, passedOver) = Read(log);
        Assert.Equal(1, passedOver);
        Assert.Equal(Written(next.Lines), Written(lines.Skip(whole)));
    }

    [Fact]
    public async Task A_server_of_the_time_that_is_silent_is_complained_of_once_and_told_in_the_next_line()
    {
        Needs.Linux();
        using var silent = new FakeNtpServer(_ => []);
        var address = $"127.0.0.1:{silent.Port}";
        using var watch = WatchRun.Start(Program, "--every", "1s", "--for", "8s", "--reference", address);
        var error = (await watch.EndAsync()).Error;
        Assert.Equal(("no answer within a second", null), (watch.Lines[^1].Rates!.WhyNoReference, watch.Lines[^1].Rates!.CounterAgainstReferencePpm));
        Assert.Equal($"timerprobe: the NTP server {address}: no answer within a second; until it answers, the rate of the clock is unknown", error.Trim());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Its_file_may_be_moved_away_or_cut_under_its_hands(bool isMoved)
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var log = folder["log.jsonl"];
        using var watch = WatchRun.Start(Program, "--every", "1s", "--log", log);
        await watch.NextAsync(WatchEvent.Started);
        if (isMoved)
        {
            File.Move(log, folder["log.jsonl.1"]);
        }
        else
        {
            using var file = File.OpenHandle(log, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            RandomAccess.SetLength(file, 0);
        }

        watch.Signal("TERM");
        await watch.EndAsync();

        var (lines, passedOver) = Read(log);
        Assert.Equal(0, passedOver);
        Assert.Equal(Written(isMoved ? watch.Lines : watch.Lines.TakeLast(lines.Count)), Written(isMoved ? Read(folder["log.jsonl.1"]).Lines.Concat(lines) : lines));
        Assert.Equal(WatchEvent.Stopped, lines[^1].Event);
    }

    [Fact]
    public async Task A_service_manager_hears_when_it_is_ready_and_when_it_ends()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        using var manager = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        manager.Bind(new UnixDomainSocketEndPoint(folder["notify"]));
        manager.ReceiveTimeout = (int)Hang.Limit.TotalMilliseconds;
        using var watch = WatchRun.Start(Program.WithEnvironment("NOTIFY_SOCKET", folder["notify"]), "--every", "1s");
        Assert.Equal("READY=1\nWATCHDOG=1", Hear());
        Assert.Equal("WATCHDOG=1", Hear());
        watch.Signal("TERM");
        await watch.EndAsync();
        var last = Hear();
        while (manager.Available > 0)
        {
            last = Hear();
        }

        Assert.Equal("STOPPING=1", last);

        string Hear()
        {
            var buffer = new byte[100];
            return Encoding.ASCII.GetString(buffer, 0, manager.Receive(buffer));
        }
    }

    private static (IReadOnlyList<WatchLine> Lines, int PassedOver) Read(string file)
    {
        var lines = File.ReadAllLines(file).Select(TryRead).ToList();
        return ([.. lines.OfType<WatchLine>()], lines.Count(line => line is null));
    }

    private static WatchLine? TryRead(string line)
    {
        try
        {
            return WatchJson.Read(Encoding.UTF8.GetBytes(line));
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static IEnumerable<string> Written(IEnumerable<WatchLine> lines) => lines.Select(line => Encoding.UTF8.GetString(WatchJson.Write(line)));
}
