namespace TimerProbe.Guest.Tests.Inspection;

public class DeadlineTests
{
    private static readonly TimeSpan Patient = TimeSpan.FromSeconds(20);

    [Fact]
    public void A_reader_that_hangs_is_left_behind()
    {
        using var deadline = new Deadline(TimeSpan.FromMilliseconds(200), Cancel);
        using var never = new ManualResetEventSlim();
        var reading = deadline.Start(() => Reading.From(never.Wait(TimeSpan.FromSeconds(30))))();
        Assert.Equal("no answer within 0.2 s", reading.Why);
        never.Set();
    }

    [Fact]
    public void Cancelling_ends_the_wait()
    {
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(100));
        using var deadline = new Deadline(Patient, cancel.Token);
        using var never = new ManualResetEventSlim();
        var reading = deadline.Start(() => Reading.From(never.Wait(TimeSpan.FromSeconds(30))))();
        Assert.Equal("cancelled before it was read", reading.Why);
        never.Set();
    }

    [Fact]
    public void Once_it_is_reached_nobody_is_asked()
    {
        using var deadline = new Deadline(TimeSpan.Zero, Cancel);
        deadline.Token.WaitHandle.WaitOne(Patient);
        var asked = false;
        var reading = deadline.Start(() => Reading.From(asked = true))();
        Assert.Equal("no answer within 0 s", reading.Why);
        Assert.False(asked);
    }
}
