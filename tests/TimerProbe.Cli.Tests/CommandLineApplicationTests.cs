using TimerProbe.Guest.Inspection;

namespace TimerProbe.Cli.Tests;

public sealed class CommandLineApplicationTests
{
    private const string Configured = """{ "mutes": [ { "rule": "TP201", "reason": "known", "expires": "2027-01-31" } ] }""";

    [Fact]
    public async Task What_ends_as_cancelled_when_nobody_asked_for_an_end_is_a_bug()
    {
        using var file = new TemporaryFile("timerprobe.json", Configured);
        await using var said = new StringWriter();
        using var terminal = Terminal.OfService(said);

        var exitCode = await new CommandLineApplication(terminal, new CancelledTime())
            .RunAsync(["config", "check", "--offline", "--config", file.Path], CancellationToken.None);

        Assert.Equal(ExitCode.Bug, (ExitCode)exitCode);
        Assert.Contains("this is a bug in timerprobe: the server cancelled", said.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_does_not_look_whether_it_is_asked_to_end_is_left_where_it_is_after_eight_seconds()
    {
        using var file = new TemporaryFile("timerprobe.json", Configured);
        using var terminal = Terminal.OfService(TextWriter.Null);
        using var asked = new CancellationTokenSource();
        using var time = new BusyTime(asked);

        var exitCode = await new CommandLineApplication(terminal, time).RunAsync(["config", "check", "--offline", "--config", file.Path], asked.Token);

        Assert.Equal((ExitCode.Cancelled, TimeSpan.FromSeconds(8)), ((ExitCode)exitCode, time.Waited));
    }

    [Fact]
    public async Task A_rule_is_explained_for_this_machine_for_the_platform_asked_for_or_for_all()
    {
        var (here, vmware, all) = (await OutputAsync("TP101"), await OutputAsync("TP101", "--platform", "vmware"), await OutputAsync("TP101", "--platform", "all"));

        Assert.All([here, vmware], page => Assert.InRange(page.Split('\n').Length, 1, 450));
        Assert.Contains("\n### On VMware vSphere\n", vmware, StringComparison.Ordinal);
        Assert.DoesNotContain("\n### On Xen\n", vmware, StringComparison.Ordinal);
        Assert.Equal(RuleMarkdown.Explain(RuleCatalogue.Find("TP101")!, Platforms.GetSettings(MachineInspector.ReadQuick())), here);
        Assert.Equal(RuleMarkdown.Explain(RuleCatalogue.Find("TP101")!), all);

        static async Task<string> OutputAsync(params string[] arguments)
        {
            await using var output = new MemoryStream();
            using var terminal = Terminal.Over(output, TextWriter.Null, Stream.Null, EnvironmentVariables.OfProcess);
            Assert.Equal(0, await new CommandLineApplication(terminal, TimeProvider.System).RunAsync(["rules", "explain", .. arguments], CancellationToken.None));
            return Encoding.UTF8.GetString(output.ToArray());
        }
    }

    /// <summary>Whoever asks for the time is kept busy for ever, and asked to end; what is waited for is over at once.</summary>
    private sealed class BusyTime(CancellationTokenSource asked) : TimeProvider, IDisposable
    {
        private readonly ManualResetEventSlim _never = new();

        public TimeSpan Waited { get; private set; }

        public override DateTimeOffset GetUtcNow()
        {
            asked.Cancel();
            _never.Wait(TestContext.Current.CancellationToken);
            return default;
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Waited = dueTime > Waited ? dueTime : Waited;
            return base.CreateTimer(callback, state, dueTime == Timeout.InfiniteTimeSpan ? dueTime : TimeSpan.Zero, period);
        }

        public void Dispose() => _never.Set();
    }

    private sealed class CancelledTime : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => throw new OperationCanceledException("the server cancelled");
    }
}
