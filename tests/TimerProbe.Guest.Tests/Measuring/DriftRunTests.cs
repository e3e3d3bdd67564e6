namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>The order of a drift's comparisons, in time that passes at once.</summary>
public sealed class DriftRunTests
{
    private readonly SimulatedHere _here = new() { CounterPpm = 2_000 };
    private readonly FakeTime _time = new();
    private readonly List<string> _progress = [];
    private int _looks;

    [Fact]
    public void A_reference_tells_the_rate_and_progress_is_said()
    {
        var drift = Measure(new Server(_here), wasNamed: true, seconds: 40)!;
        Assert.Equal("ntp.example.org", drift.Reference!.Name);
        Assert.Equal(2_000, drift.CounterAgainstReferencePpm!.Value.Value, 20.0);
        Assert.Equal(40, drift.OverSeconds);
        Assert.Empty(drift.Unavailable);
        Assert.Equal(160, _looks);
        Assert.Equal(["comparing this machine's clocks with ntp.example.org for 40 s", "15 s of 40 s elapsed", "30 s of 40 s elapsed"], _progress);
    }

    [Fact]
    public void Without_a_reference_nothing_can_be_told_and_nothing_is_passed()
    {
        var drift = Run(Reading.Missing<ITimeReference>("there is no clock outside of this machine"), wasNamed: false, seconds: 10)!;
        Assert.NotNull(drift.PreciseAgainstCoarsePpm);
        Assert.Null(drift.Reference);
        Assert.Null(drift.CounterAgainstReferencePpm);
        Assert.Equal("preciseAgainstReferencePpm counterAgainstReferencePpm", string.Join(' ', drift.Unavailable.Select(gap => gap.What)));
        Assert.All(drift.Unavailable, gap => Assert.Equal("there is no clock outside of this machine", gap.Why));
        Assert.Contains("at the right rate: there is no clock outside", Assert.Single(_progress), StringComparison.Ordinal);
    }

    [Fact]
    public void A_server_that_was_named_and_does_not_answer_is_not_waited_for()
    {
        var drift = Measure(new Server(_here) { Silent = true }, wasNamed: true, seconds: 3_600)!;
        Assert.Equal(0, drift.OverSeconds);
        Assert.Null(drift.PreciseAgainstCoarsePpm);
        Assert.Equal("ntp.example.org", drift.Reference!.Name);
        Assert.Contains(new Unavailable("counterAgainstReferencePpm", "the NTP server ntp.example.org: no answer within a second"), drift.Unavailable);
        Assert.Empty(_progress);
        Assert.Equal(0, _time.GetTimestamp());
    }

    [Fact]
    public void A_server_that_falls_silent_meanwhile_leaves_the_rest()
    {
        var drift = Measure(new Server(_here) { AnswersOnce = true }, wasNamed: true, seconds: 10)!;
        Assert.NotNull(drift.PreciseAgainstCoarsePpm);
        Assert.Contains(new Unavailable("counterAgainstReferencePpm", "the NTP server ntp.example.org: no answer within a second"), drift.Unavailable);
    }

    [Fact]
    public void Whole_seconds_of_the_host_want_a_minute()
    {
        var tools = new ToolsReference(() => throw new InvalidOperationException("too short to ask"), _here.Now, _here.Wait);
        var drift = Measure(tools, wasNamed: false, seconds: 30)!;
        Assert.Null(drift.CounterAgainstReferencePpm);
        Assert.Contains(drift.Unavailable, gap => gap.Why.StartsWith("VMware Tools report the host's time in whole seconds: compare for at least 60 s", StringComparison.Ordinal));
    }

    [Fact]
    public void A_wait_that_is_cancelled_gives_nothing()
    {
        using var cancel = new CancellationTokenSource();
        var run = new DriftRun(Reading.From<ITimeReference>(new Server(_here)), wasNamed: true, Compare, () => { }, (_, _) => false, _time);
        Assert.Null(run.Measure(TimeSpan.FromSeconds(10), _progress.Add, cancel.Token));
    }

    private static Offset Compare() => new(new Duration(100), new Duration(10));

    private DriftFacts? Measure(ITimeReference reference, bool wasNamed, double seconds) => Run(Reading.From(reference), wasNamed, seconds);

    private DriftFacts? Run(Reading<ITimeReference> reference, bool wasNamed, double seconds) =>
        new DriftRun(reference, wasNamed, Compare, () => _looks++, Wait, _time).Measure(TimeSpan.FromSeconds(seconds), _progress.Add, CancellationToken.None);

    private bool Wait(TimeSpan time, CancellationToken cancel)
    {
        _here.Pass(time);
        _time.Advance(new Duration(time.TotalNanoseconds));
        return true;
    }

    private sealed class Server(SimulatedHere here) : ITimeReference
    {
        private int _asked;

        public bool Silent { get; init; }

        public bool AnswersOnce { get; init; }

        public TimeReferenceFacts Facts => new(TimeReferenceKind.Ntp, "ntp.example.org");

        public bool HasRefused => false;

        public TimeSpan Shortest => TimeSpan.FromSeconds(10);

        public Reading<ReferenceReading?> Read(CancellationToken cancel) => Silent || (_asked++ > 0 && AnswersOnce)
            ? Reading.Missing<ReferenceReading?>("no answer within a second")
            : Reading.From<ReferenceReading?>(new ReferenceReading((long)(here.Seconds * 1e9), here.Now(), 1e5));
    }
}
