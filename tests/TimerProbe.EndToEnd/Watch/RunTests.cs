using System.Globalization;
using System.Net.Sockets;
using System.Text;
using TimerProbe.Core.Watching;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Watch;

public sealed class RunTests
{
    private static readonly ProgramRun Program = TimerProbeProgram.Fastest;

    [Theory]
    [InlineData("TERM")]
    [InlineData("HUP")]
    [InlineData("QUIT")]
    [InlineData("INT")]
    public async Task Asked_to_end_it_ends_in_good_order(string signal)
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        using var watch = WatchRun.Start(Program.WithDefaultSignals(), "--every", "1s", "--samples", "--log", folder["log.jsonl"]);
        await watch.NextAsync<WatchSampled>();
        await watch.SignalAsync(signal);
        var result = await watch.EndAsync();
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.Equal([typeof(WatchSummary), typeof(WatchEnded)], watch.Lines.TakeLast(2).Select(line => line.GetType()));
        Assert.Equal(WatchEnd.Stopped, ((WatchEnded)watch.Lines[^1]).Reason);
        Assert.Equal(Written(watch.Lines), Written(Read(folder["log.jsonl"]).Lines));
    }

    [Fact]
    public async Task Killed_it_leaves_whole_lines_and_the_next_run_goes_on_below_them()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var log = folder["log.jsonl"];
        using (var killed = WatchRun.Start(Program, "--every", "1s", "--samples", "--log", log))
        {
            await killed.NextAsync<WatchSampled>();
            await killed.NextAsync<WatchSampled>();
            await killed.SignalAsync("KILL");
            await killed.EndAsync();
            Assert.Equal(Written(killed.Lines), Written(Read(log).Lines.Take(killed.Lines.Count)));
        }

        await File.AppendAllTextAsync(log, "{\"kind\":\"sample\",\"sch", TestContext.Current.CancellationToken);
        using var next = WatchRun.Start(Program, "--for", "1s", "--log", log);
        Assert.Equal(0, (await next.EndAsync()).ExitCode);
        var (lines, passedOver) = Read(log);
        Assert.Equal(1, passedOver);
        Assert.Equal(Written(next.Lines), Written(lines.Where(line => line.Run == next.Lines[0].Run)));
    }

    [Fact]
    public async Task A_server_of_the_time_that_is_silent_is_complained_of_once_and_told_in_summaries()
    {
        Needs.Linux();
        using var silent = new FakeNtpServer(_ => []);
        var address = string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{silent.Port}");
        using var watch = WatchRun.Start(Program, "--every", "1s", "--summary-every", "1s", "--reference", address);
        var summary = await watch.NextAsync<WatchSummary>();
        while (summary.Rates?.WhyNoReference is null)
        {
            summary = await watch.NextAsync<WatchSummary>();
        }

        Assert.Equal("no answer within a second", summary.Rates.WhyNoReference);
        Assert.Null(summary.Rates.CounterAgainstReferencePpm);
        await watch.SignalAsync("TERM");
        Assert.Equal(
            $"timerprobe: the NTP server {address}: no answer within a second; until it answers, the rate of the clock is unknown",
            (await watch.EndAsync()).Error.Trim());
    }

    [Fact]
    public async Task Its_file_may_be_moved_away_under_its_hands()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var log = folder["log.jsonl"];
        using var watch = WatchRun.Start(Program, "--every", "1s", "--samples", "--log", log);
        await watch.NextAsync<WatchSampled>();
        File.Move(log, folder["log.jsonl.1"]);
        while (!File.Exists(log))
        {
            await watch.NextAsync<WatchSampled>();
        }

        await watch.SignalAsync("TERM");
        await watch.EndAsync();
        Assert.Equal(Written(watch.Lines), Written(Read(folder["log.jsonl.1"]).Lines.Concat(Read(log).Lines)));
    }

    [Fact]
    public async Task Its_file_may_be_cut_under_its_hands()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var log = folder["log.jsonl"];
        using var watch = WatchRun.Start(Program, "--every", "1s", "--samples", "--log", log);
        await watch.NextAsync<WatchSampled>();
        using (var file = File.OpenHandle(log, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            RandomAccess.SetLength(file, 0);
        }

        await watch.SignalAsync("TERM");
        await watch.EndAsync();
        var (lines, passedOver) = Read(log);
        Assert.Equal(0, passedOver);
        Assert.Equal(Written(watch.Lines.TakeLast(lines.Count)), Written(lines));
        Assert.IsType<WatchEnded>(lines[^1]);
    }

    [Fact]
    public async Task A_file_that_takes_nothing_is_said_once_and_ends_nothing()
    {
        Needs.Linux();
        var result = await Program.With("watch", "--every", "1s", "--for", "2s", "--samples", "--log", "/dev/full").RunAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.Contains("ended", result.Out, StringComparison.Ordinal);
        Assert.StartsWith("timerprobe: cannot write '/dev/full', and will try again", result.Error, StringComparison.Ordinal);
        Assert.Single(result.Error.Trim().Split('\n'));
    }

    [Fact]
    public async Task When_nobody_reads_its_pipe_any_more_it_ends()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var result = await new ProgramRun("sh", ["-c", "(\"$@\"; echo $? > code) | head -n 2", "sh", Program.FileName, .. Program.Arguments, "watch", "--every", "1s", "--samples", "--log", "log.jsonl"])
        {
            WorkingDirectory = folder.Path,
        }.RunAsync();
        Assert.Equal("timerprobe: cannot write standard output: Broken pipe", result.Error.Trim());
        Assert.Equal("3", (await File.ReadAllTextAsync(folder["code"], TestContext.Current.CancellationToken)).Trim());
        Assert.Equal(0, Read(folder["log.jsonl"]).PassedOver);
    }

    [Fact]
    public async Task Gauges_are_replaced_whole_at_each_sample()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var result = await Program.With("watch", "--for", "1s", "--out", folder["watch.prom"], "--metrics", folder["again.prom"]).RunAsync();
        Assert.Equal((0, "", ""), (result.ExitCode, result.Out, result.Error));
        Assert.Equal(["again.prom", "watch.prom"], folder.Files.Order(StringComparer.Ordinal));
        var text = await File.ReadAllTextAsync(folder["watch.prom"], TestContext.Current.CancellationToken);
        Assert.Contains("\ntimerprobe_watch_samples{state=\"healthy\"} ", text, StringComparison.Ordinal);
        Assert.EndsWith("# EOF\n", text, StringComparison.Ordinal);
        Assert.Equal(text, await File.ReadAllTextAsync(folder["again.prom"], TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_service_manager_hears_when_it_is_ready_and_when_it_ends()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        using var manager = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        manager.Bind(new UnixDomainSocketEndPoint(folder["notify"]));
        var result = await Program.WithEnvironment("NOTIFY_SOCKET", folder["notify"]).With("watch", "--every", "1s", "--for", "1500ms").RunAsync();
        Assert.Equal(0, result.ExitCode);
        var heard = new List<string>();
        while (manager.Available > 0)
        {
            var buffer = new byte[100];
            heard.Add(Encoding.ASCII.GetString(buffer, 0, manager.Receive(buffer)));
        }

        Assert.Equal("READY=1\nWATCHDOG=1", heard[0]);
        Assert.Equal("STOPPING=1", heard[^1]);
        Assert.Contains("WATCHDOG=1", heard);
    }

    [Fact]
    public async Task The_windows_build_watches_too()
    {
        Needs.Wine();
        using var watch = WatchRun.Start(TimerProbeProgram.UnderWine, "--every", "1s", "--for", "3s", "--samples");
        Assert.Equal(0, (await watch.EndAsync()).ExitCode);
        Assert.InRange(watch.Lines.OfType<WatchSampled>().Count(), 1, 4);
        Assert.Equal(WatchEnd.TimeIsUp, Assert.IsType<WatchEnded>(watch.Lines[^1]).Reason);
    }

    [Theory]
    [InlineData("--every takes at least 1s, not '500ms'", "--every", "500ms")]
    [InlineData("--output openmetrics needs --out FILE", "--output", "openmetrics")]
    [InlineData("--output takes text, json, openmetrics, not 'csv'", "--output", "csv")]
    [InlineData("--out, --log and --metrics each need a file of their own", "--out", "/tmp/a.jsonl", "--log", "/tmp/../tmp/a.jsonl")]
    [InlineData("cannot write '/nowhere/log.jsonl'", "--log", "/nowhere/log.jsonl")]
    [InlineData("cannot write '/tmp'", "--out", "/tmp")]
    [InlineData("cannot write '/nowhere/x.prom'", "--metrics", "/nowhere/x.prom")]
    public async Task Wrong_input_is_said_before_anything_is_measured(string sentence, params string[] options)
    {
        Needs.Linux();
        var result = await TimerProbeProgram.InProcess.With("watch").With(options).RunAsync();
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }

    private static (IReadOnlyList<WatchLine> Lines, long PassedOver) Read(string file)
    {
        using var text = new StreamReader(file);
        var reader = new WatchLogReader(text);
        return ([.. reader.Lines()], reader.PassedOver);
    }

    private static IEnumerable<string> Written(IEnumerable<WatchLine> lines) => lines.Select(line => Encoding.UTF8.GetString(WatchJson.Write(line)));
}
