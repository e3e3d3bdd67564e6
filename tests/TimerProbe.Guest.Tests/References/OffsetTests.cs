namespace TimerProbe.Guest.Tests.References;

/// <summary>By how much the time here is wrong, as servers on the loopback tell it.</summary>
public sealed class OffsetTests
{
    /// <summary>The way there and the way back take what they take; so the offset is known to half of both.</summary>
    [Fact]
    public void The_true_offset_lies_within_the_uncertainty() => Assert.All(Enumerable.Range(0, TimerProbe.Tests.Shared.Cases.Of(1_000)), seed =>
    {
        var random = new Random(seed);
        var here = new SimulatedHere(perReadMs: 0.01) { AheadMs = (random.NextDouble() - 0.5) * 2 * 86_400_000 };
        var (there, back) = (Trip(random), Trip(random));
        here.Pass(TimeSpan.FromSeconds(random.NextDouble() * 100));
        var asked = here.Now();
        here.Pass(there);
        var server = here.Seconds;
        here.Pass(back);
        var reported = here.Now();
        var reading = Quick(here, port: 123).Compare(asked, reported, Parsed(server));

        Assert.InRange(reading.Value!.Value.OffsetMs - here.AheadMs, -reading.Value.Value.UncertaintyMs - 0.001, reading.Value.Value.UncertaintyMs + 0.001);
        Assert.InRange(reading.Value.Value.UncertaintyMs, 0.05, 520);
    });

    [Theory]
    [InlineData(0)]
    [InlineData(64_000)]
    [InlineData(-9_720_000)]
    public void One_question_tells_it_at_once(double aheadMs)
    {
        var here = new SimulatedHere { AheadMs = aheadMs };
        using var server = FakeNtpServer.Running(0, () => here.Seconds);
        var reference = Quick(here, server.Port);
        var reading = reference.Read(CancellationToken.None).Value!.Value;
        Assert.Equal(aheadMs, reading.OffsetMs, reading.UncertaintyMs + 0.001);
        Assert.Equal(3, server.Asked);
        Assert.Equal((2, 25.024), (reference.Facts.Stratum, reference.Facts.RootDistanceMs));
    }

    [Fact]
    public void A_server_that_is_silent_costs_a_second_in_all()
    {
        using var server = new FakeNtpServer(_ => []);
        Assert.Equal("no answer within a second", Quick(new SimulatedHere(), server.Port).Read(CancellationToken.None).Why);
        Assert.Equal(1, server.Asked);
    }

    [Fact]
    public void A_server_is_asked_over_IPv6_too()
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "this machine has no IPv6");
        var here = new SimulatedHere { AheadMs = -2_000 };
        using var server = FakeNtpServer.Running(0, () => here.Seconds, IPAddress.IPv6Loopback);
        Assert.Equal(-2_000, Quick(here, server.Port, "::1").Read(CancellationToken.None).Value!.Value.OffsetMs, 1.0);
    }

    private static NtpReference Quick(SimulatedHere here, int port, string host = "127.0.0.1") =>
        new(new NtpAddress(host, port), here.Now, here.Wait) { Deadline = TimeSpan.FromSeconds(1) };

    private static TimeSpan Trip(Random random) => TimeSpan.FromMilliseconds(0.05 * Math.Pow(5_000, random.NextDouble()));

    private static NtpPacket Parsed(double seconds)
    {
        var question = NtpPacket.Question(1);
        var stamp = FakeNtpServer.Stamp(seconds);
        return NtpPacket.Parse(FakeNtpServer.Answer(question, stamp, stamp)).Value!;
    }
}
