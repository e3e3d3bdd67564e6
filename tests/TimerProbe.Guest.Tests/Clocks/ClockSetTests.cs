namespace TimerProbe.Guest.Tests.Clocks;

public sealed class ClockSetTests
{
    [Fact]
    public void Every_source_is_listed_in_its_order()
    {
        using var clocks = ClockSet.Open(useStub: true);
        Assert.Equal(Enum.GetValues<ClockSource>().SkipLast(1), clocks.All.Select(clock => clock.Source));
        Assert.All(clocks.All, clock => Assert.True((clock.Calls is null) == (clock.Why is not null)));
    }

    [Fact]
    public void Without_the_stub_only_what_needs_it_is_missing()
    {
        using var clocks = ClockSet.Open(useStub: false);
        Assert.Equal(
            [ClockSource.TimestampCounter, ClockSource.TimestampCounterOrdered],
            clocks.All.Where(clock => clock.Calls is null).Select(clock => clock.Source));
    }

    [Fact]
    public void Every_clock_that_is_there_takes_time_to_call()
    {
        using var clocks = ClockSet.Open(useStub: true);
        Assert.All(clocks.All.Where(clock => clock.Calls is not null), clock => Assert.True(clock.Calls!.Run(100_000).Nanoseconds > 1_000));
    }

    [Theory]
    [InlineData(ClockSource.PreciseTime)]
    [InlineData(ClockSource.CoarseTime)]
    public void Wall_clocks_show_the_time(ClockSource source)
    {
        using var clocks = ClockSet.Open(useStub: false);
        var reader = clocks.All.Single(clock => clock.Source == source).Values!;
        var epoch = OperatingSystem.IsWindows() ? DateTimeOffset.FromFileTime(0) : DateTimeOffset.UnixEpoch;
        var shown = epoch + TimeSpan.FromTicks((long)(reader.Read() * (reader.Unit!.Value.Nanoseconds / 100)));
        Assert.InRange(shown, TimeProvider.System.GetUtcNow().AddSeconds(-5), TimeProvider.System.GetUtcNow().AddSeconds(5));
    }

    [Fact]
    public void The_timestamp_counter_counts_upward()
    {
        Assert.SkipWhen(RuntimeInformation.ProcessArchitecture != Architecture.X64, "RDTSC is an x86-64 instruction");
        using var clocks = ClockSet.Open(useStub: true);
        foreach (var source in new[] { ClockSource.TimestampCounter, ClockSource.TimestampCounterOrdered })
        {
            var clock = clocks.All.Single(clock => clock.Source == source);
            if (clock.Values is not { } reader)
            {
                // A processor without RDTSCP.
                Assert.Equal(ClockSource.TimestampCounterOrdered, source);
                continue;
            }

            var first = reader.Read();
            Assert.True(first > 0 && reader.Read() > first);
        }
    }

    [Fact]
    public void A_fine_clock_has_a_fine_step_and_the_coarse_one_a_coarse_step()
    {
        using var clocks = ClockSet.Open(useStub: false);
        AssertStep(clocks.All[0], 1, 20_000);
        AssertStep(clocks.All[1], 900_000, 40_000_000);
    }

    /// <summary>Beside busy processes every step of a coarse clock may fall into time that the processor was lost: then none is told.</summary>
    private static void AssertStep(Clock clock, double least, double most)
    {
        var seen = GranularityProbe.Measure(clock.Values!, TimeProvider.System, CancellationToken.None);
        if (seen.Granularity is { } step)
        {
            Assert.InRange(step.Nanoseconds, least, most);
        }
        else
        {
            Assert.True(seen.Stalls.Lost > Duration.Zero);
        }
    }

    [Fact]
    public void The_stubs_differ_only_in_the_register_that_brings_the_address()
    {
        var windows = ExecutableStub.Assemble(windows: true);
        var linux = ExecutableStub.Assemble(windows: false);
        Assert.Equal([ExecutableStub.RdtscOffset + 2, ExecutableStub.RdtscpOffset + 2], Enumerable.Range(0, ExecutableStub.Length)
            .Where(i => windows[i] != linux[i]));
    }
}
