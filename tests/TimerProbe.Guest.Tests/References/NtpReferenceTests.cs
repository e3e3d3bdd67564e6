namespace TimerProbe.Guest.Tests.References;

/// <summary>The client against servers on the loopback: right, drifting, hostile and dead ones.</summary>
public sealed class NtpReferenceTests
{
    [Theory]
    [InlineData(0, 0)]
    [InlineData(1_000, 0)]
    [InlineData(-77_067, 0)]
    [InlineData(0, 400)]
    [InlineData(20_000, -19_607.843)]
    public void Rates_are_those_of_counter_and_of_what_a_time_service_makes_of_it(double counterPpm, double correctedPpm)
    {
        var here = new SimulatedHere { CounterPpm = counterPpm, CorrectedPpm = correctedPpm };
        using var server = FakeNtpServer.Running(0, () => here.Seconds);
        var rates = Rates(here, server, TimeSpan.FromSeconds(60));
        Assert.Equal(60, rates.OverSeconds, 0);
        Assert.InRange(rates.UncertaintyPpm!.Value.Value, 0.1, 5);
        Assert.Equal(counterPpm, rates.CounterAgainstReferencePpm!.Value.Value, rates.UncertaintyPpm!.Value.Value);
        Assert.Equal((((1 + (counterPpm / 1e6)) * (1 + (correctedPpm / 1e6))) - 1) * 1e6, rates.PreciseAgainstReferencePpm!.Value.Value, rates.UncertaintyPpm!.Value.Value);
        Assert.Equal(correctedPpm * 60e-3 * (1 + (counterPpm / 1e6)), rates.AdjustedMs!.Value, Math.Max(0.001, Math.Abs(correctedPpm) / 1e4));
    }

    [Fact]
    public void The_shortest_of_the_round_trips_counts()
    {
        var here = new SimulatedHere();
        var trip = 0;
        using var server = new FakeNtpServer(question =>
        {
            here.Pass(TimeSpan.FromMilliseconds(trip++ == 2 ? 1 : 40));
            var now = FakeNtpServer.Stamp(here.Seconds);
            return [FakeNtpServer.Answer(question, now, now)];
        });
        var reference = Reference(here, server);
        Assert.InRange(reference.Read(CancellationToken.None).Value!.Value.UncertaintyNs, 0.5e6, 0.6e6);
        Assert.Equal(3, server.Asked);
        Assert.Equal((2, 1.1), (reference.Facts.Stratum, reference.Facts.RoundTripMs!.Value));
    }

    [Fact]
    public void A_server_that_does_not_want_to_be_asked_is_asked_once()
    {
        var here = new SimulatedHere();
        using var server = new FakeNtpServer(
            question => [[0x24, 0, .. new byte[10], (byte)'R', (byte)'A', (byte)'T', (byte)'E', .. FakeNtpServer.Answer(question, 1, 1)[16..]]]);
        var reference = Reference(here, server);
        Assert.Equal("it wants to be asked less often (RATE)", reference.Read(CancellationToken.None).Why);
        Assert.Equal(1, server.Asked);
        Assert.True(reference.HasRefused);
    }

    [Fact]
    public void A_forged_answer_is_passed_over_and_the_true_one_counts()
    {
        var here = new SimulatedHere();
        using var server = new FakeNtpServer(question =>
        {
            var now = FakeNtpServer.Stamp(here.Seconds);
            return [new byte[48], [1, 2, 3], [], FakeNtpServer.Answer(new byte[48], now + (99UL << 32), now + (99UL << 32)),
                FakeNtpServer.Answer(question, now, now)];
        });
        Assert.Equal(here.Seconds, (Reference(here, server).Read(CancellationToken.None).Value!.Value.Reference / 1e9) - 1_767_225_600, 1.0);
    }

    [Theory]
    [InlineData("unsynchronized", "its own clock is not synchronized")]
    [InlineData("short", "what came was no answer to the question")]
    [InlineData("forged", "what came was no answer to the question")]
    [InlineData("slower than light", "it claims to have worked longer on its answer than that took to come")]
    [InlineData("silent", "no answer within a second")]
    public void What_is_of_no_use_is_said(string kind, string why)
    {
        var here = new SimulatedHere();
        using var server = new FakeNtpServer(question =>
        {
            var now = FakeNtpServer.Stamp(here.Seconds);
            var right = FakeNtpServer.Answer(question, now, now);
            return kind switch
            {
                "unsynchronized" => [[0xE4, .. right[1..]]],
                "short" => [right[..40]],
                "forged" => [FakeNtpServer.Answer(new byte[48], now, now)],
                "slower than light" => [FakeNtpServer.Answer(question, now, now + (5UL << 32))],
                _ => [],
            };
        });
        var reading = Reference(here, server).Read(CancellationToken.None);
        Assert.Null(reading.Value);
        Assert.Equal(why, reading.Why);
        Assert.Equal(2, server.Asked);
    }

    [Fact]
    public void A_port_that_nobody_listens_on_is_said()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere the refusal may not be told to a UDP socket");
        using var taken = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        taken.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var port = ((IPEndPoint)taken.LocalEndPoint!).Port;
        taken.Dispose();
        var here = new SimulatedHere();
        Assert.EndsWith("nothing answers on its port", new NtpReference(new NtpAddress("127.0.0.1", port), here.Now, here.Wait)
            .Read(CancellationToken.None).Why, StringComparison.Ordinal);
    }

    private static DriftFacts Rates(SimulatedHere here, FakeNtpServer server, TimeSpan over)
    {
        var reference = Reference(here, server);
        var first = reference.Read(CancellationToken.None).Value!.Value;
        here.Pass(over - TimeSpan.FromSeconds(0.5));
        return reference.Read(CancellationToken.None).Value!.Value.Since(first)!;
    }

    private static NtpReference Reference(SimulatedHere here, FakeNtpServer server) => new(new NtpAddress("127.0.0.1", server.Port), here.Now, here.Wait);
}
