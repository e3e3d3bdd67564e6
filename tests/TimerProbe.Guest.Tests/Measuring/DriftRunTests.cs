namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>A drift's comparisons, in time that passes at once.</summary>
public sealed class DriftRunTests
{
    private readonly SimulatedHere _here = new() { CounterPpm = 2_000 };
    private readonly List<string> _progress = [];
    private int _looks;

    [Fact]
    public void A_reference_tells_the_rate_and_progress_is_said()
    {
        var drift = Measure(Server(), seconds: 40)!;
        Assert.Equal("ntp.example.org", drift.Reference!.Name);
        Assert.Equal(2_000, drift.CounterAgainstReferencePpm!.Value.Value, 20.0);
        Assert.Equal(40, drift.OverSeconds, 0.1);
        Assert.Empty(drift.Unavailable);
        Assert.Equal(160, _looks);
        Assert.Equal(["comparing this machine's clocks with ntp.example.org for 40 s", "15 s of 40 s elapsed", "30 s of 40 s elapsed"], _progress);
    }

    [Fact]
    public void A_clock_that_does_not_answer_is_not_waited_for()
    {
        var drift = Measure(Server(answers: 0), seconds: 3_600)!;
        Assert.Equal((0, "ntp.example.org"), (drift.OverSeconds, drift.Reference!.Name));
        Assert.Equal("preciseAgainstReferencePpm counterAgainstReferencePpm", string.Join(' ', drift.Unavailable.Select(gap => gap.What)));
        Assert.All(drift.Unavailable, gap => Assert.Equal("no answer within a second", gap.Why));
        Assert.Empty(_progress);
        Assert.Equal(0, _looks);
    }

    [Fact]
    public void A_server_that_falls_silent_meanwhile_says_why()
    {
        var drift = Measure(Server(answers: 1), seconds: 10)!;
        Assert.Contains(new Unavailable("counterAgainstReferencePpm", "no answer within a second"), drift.Unavailable);
        Assert.Equal(40, _looks);
    }

    [Fact]
    public void Without_a_clock_outside_it_is_said_at_once_what_to_name()
    {
        Assert.SkipWhen(VMwareToolsInspector.FindCommand() is not null, "this machine has VMware Tools");
        using var clocks = ClockSet.Open(useStub: false);
        var started = TimeProvider.System.GetTimestamp();
        var drift = new TimeProbe(clocks.All, named: null).MeasureDrift(TimeSpan.FromHours(1), _progress.Add, CancellationToken.None)!;
        Assert.All(drift.Unavailable, gap => Assert.EndsWith("name an NTP server with --reference HOST", gap.Why, StringComparison.Ordinal));
        Assert.Null(drift.Reference);
        Assert.InRange(TimeProvider.System.GetElapsedTime(started), TimeSpan.Zero, TimeSpan.FromMinutes(1));
    }

    [Fact]
    public void A_wait_that_is_cancelled_gives_nothing() =>
        Assert.Null(new DriftRun(Server(), () => { }, (_, _) => false).Measure(TimeSpan.FromSeconds(10), _progress.Add, CancellationToken.None));

    private DriftFacts? Measure(ITimeReference reference, double seconds) =>
        new DriftRun(reference, () => _looks++, Wait).Measure(TimeSpan.FromSeconds(seconds), _progress.Add, CancellationToken.None);

    private bool Wait(TimeSpan time, CancellationToken cancel)
    {
        _here.Pass(time);
        return true;
    }

    /// <summary>A server that falls silent after so many answers.</summary>
    private FakeReference Server(int answers = int.MaxValue) => new(asked => asked < answers
        ? Reading.From<ReferenceReading?>(new ReferenceReading((long)(_here.Seconds * 1e9), _here.Now(), 1e5))
        : Reading.Missing<ReferenceReading?>("no answer within a second"));
}
