namespace TimerProbe.Server.Tests;

/// <summary>How long an address waits that showed too many wrong tokens.</summary>
public sealed class FailedAttemptsTests
{
    private static readonly IPAddress Noisy = IPAddress.Parse("10.0.0.1");

    private readonly FakeTimeProvider _clock = new();

    [Fact]
    public void It_waits_until_the_window_is_over_and_no_other_does()
    {
        var failed = Failed(Noisy);
        Assert.Equal(FailedAttempts.Window, failed.GetWait(Noisy));
        Assert.Equal(FailedAttempts.Window, failed.GetWait(Noisy.MapToIPv6()));
        Assert.Null(failed.GetWait(IPAddress.Parse("10.0.0.2")));
        _clock.Advance(FailedAttempts.Window);
        Assert.Null(failed.GetWait(Noisy));
    }

    [Fact]
    public void A_network_of_IPv6_counts_as_one_address()
    {
        var failed = Failed(IPAddress.Parse("2001:db8:0:1::1"));
        Assert.NotNull(failed.GetWait(IPAddress.Parse("2001:db8:0:1:ffff::2")));
        Assert.Null(failed.GetWait(IPAddress.Parse("2001:db8:0:2::1")));
    }

    [Fact]
    public void Whoever_has_many_addresses_fills_no_memory()
    {
        var failed = new FailedAttempts(_clock);
        for (var i = 0; i < 50_000; i++)
        {
            failed.Add(new IPAddress(i));
            Assert.InRange(failed.Count, 1, 10_000);
        }
    }

    private FailedAttempts Failed(IPAddress address)
    {
        var failed = new FailedAttempts(_clock);
        for (var i = 0; i < FailedAttempts.MaxAttempts; i++)
        {
            Assert.Null(failed.GetWait(address));
            failed.Add(address);
        }

        return failed;
    }
}
