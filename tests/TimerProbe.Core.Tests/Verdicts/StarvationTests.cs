namespace TimerProbe.Core.Tests.Verdicts;

public sealed class StarvationTests
{
    [Theory]
    [InlineData(0.0, 0.0, 0.0, false)]
    [InlineData(1.0, 0.0, 0.0, true)] // any throttling
    [InlineData(0.0, 10.0, 0.0, false)] // one tick stolen of two processors' 200 ms
    [InlineData(0.0, 30.0, 0.0, true)]
    [InlineData(0.0, 0.0, 25.0, false)]
    [InlineData(0.0, 0.0, 30.0, true)]
    [InlineData(null, null, null, false)]
    public void Pressure_counts_from_its_limits_on(double? throttled, double? steal, double? waited, bool expected) =>
        Assert.Equal(expected,
            Starvation.IsUnder(Machine(
                new CpuPressureFacts { OverMs = 100, ThrottledMs = throttled, StealMs = steal, WaitedMs = waited })));

    [Theory]
    [InlineData(20, false)]
    [InlineData(30, true)]
    public void A_tick_or_two_of_steal_in_a_short_run_are_noise(double steal, bool expected) =>
        Assert.Equal(expected, Starvation.IsUnder(Machine(new CpuPressureFacts { OverMs = 31, StealMs = steal })));

    [Theory]
    [InlineData(5, false)]
    [InlineData(5.1, true)]
    public void A_wait_of_some_milliseconds_in_a_short_run_is_noise(double waited, bool expected) =>
        Assert.Equal(expected, Starvation.IsUnder(Machine(new CpuPressureFacts { OverMs = 10, WaitedMs = waited })));

    [Fact]
    public void Steal_up_to_its_limit_is_ordinary() => Assert.False(Starvation.IsUnder(Machine(new CpuPressureFacts { OverMs = 200, StealMs = 40 })));

    private static MachineFacts Machine(CpuPressureFacts pressure) => new()
    {
        Name = "DB01",
        Os = "any",
        Architecture = "x64",
        ProcessorCount = 2,
        Hypervisor = new HypervisorFacts { Present = true },
        CpuPressure = pressure,
    };
}
