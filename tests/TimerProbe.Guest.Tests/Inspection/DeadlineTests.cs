using TimerProbe.Guest.Inspection;

namespace TimerProbe.Guest.Tests.Inspection;

public class TimeLimitTests
{
    [Fact]
    public void A_reader_that_answers_is_heard() =>
        Assert.Equal(7, TimeLimit.Run(() => Reading.Of(7), TestContext.Current.CancellationToken).Value);

    [Fact]
    public void A_reader_that_hangs_is_left_behind()
    {
        using var never = new ManualResetEventSlim();
        var reading = TimeLimit.Run(() => Reading.Of(never.Wait(TimeSpan.FromSeconds(30))), CancellationToken.None, TimeSpan.FromMilliseconds(200));
        Assert.Equal("no answer within 0.2 s", reading.Why);
        never.Set();
    }

    [Fact]
    public void Cancelling_ends_the_wait()
    {
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(100));
        using var never = new ManualResetEventSlim();
        var reading = TimeLimit.Run(() => Reading.Of(never.Wait(TimeSpan.FromSeconds(30))), cancel.Token);
        Assert.Equal("cancelled before it was read", reading.Why);
        never.Set();
    }
}
