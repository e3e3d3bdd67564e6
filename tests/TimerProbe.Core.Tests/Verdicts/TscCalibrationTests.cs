namespace TimerProbe.Core.Tests.Verdicts;

public sealed class TscCalibrationTests
{
    [Theory]
    [InlineData(333.0, 2596.0, "the kernel takes the TSC for 333 MHz and the hypervisor reports 2,596 MHz, so what was measured in ns may be 7.8 times too high; --drift with --reference compares with a clock outside")]
    [InlineData(2596.0, 1298.0, "the kernel takes the TSC for 2,596 MHz and the hypervisor reports 1,298 MHz, so what was measured in ns may be 2.0 times too low; --drift with --reference compares with a clock outside")]
    [InlineData(2000.0, 2500.0, null)]
    [InlineData(2500.0, 2000.0, null)]
    [InlineData(333.0, null, null)]
    [InlineData(null, 2596.0, null)]
    public void A_kernel_and_a_hypervisor_that_disagree_are_both_told(double? kernel, double? told, string? expected) =>
        Assert.Equal(expected, VerdictJudge.GetDoubt(Machine(kernel, told), drift: null));

    [Theory]
    [InlineData(333.0, 6_796_000, "the machine counts 7.80 s in a second of the clock that it was compared with, so what was measured in ns is wrong by as much")]
    [InlineData(2596.0, -500_000, "the machine counts 0.50 s in a second of the clock that it was compared with, so what was measured in ns is wrong by as much")]
    [InlineData(333.0, 40, null)]
    public void A_clock_outside_decides(double kernel, double ppm, string? expected) =>
        Assert.Equal(expected, VerdictJudge.GetDoubt(Machine(kernel, 2596), Drift(ppm)));

    private static MachineFacts Machine(double? kernel, double? told) => new()
    {
        Name = "db01",
        Os = "Linux",
        Architecture = "x64",
        Hypervisor = new HypervisorFacts { Present = true, VirtualTscHz = Rate(told) },
        Linux = new LinuxFacts { KernelTscHz = Rate(kernel) },
    };

    private static DriftFacts Drift(double ppm) => new(60)
    {
        Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org"),
        CounterAgainstReferencePpm = new PartsPerMillion(ppm),
    };

    private static Frequency? Rate(double? megahertz) => megahertz is { } rate ? Frequency.FromMegahertz(rate) : null;
}
