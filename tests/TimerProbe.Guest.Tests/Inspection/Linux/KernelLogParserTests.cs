namespace TimerProbe.Guest.Tests.Inspection.Linux;

public class KernelLogParserTests
{
    private const string Firecracker = """
        <5>[    0.000000] Linux version 6.18.44 (builder@example) (gcc (GCC) 15.3.0, GNU ld (GNU Binutils) 2.46) #1 SMP PREEMPT_DYNAMIC @0
        <6>[    0.000000] Hypervisor detected: KVM
        <6>[    0.000008] clocksource: kvm-clock: mask: 0xffffffffffffffff max_cycles: 0x1cd42e4dffb, max_idle_ns: 881590591483 ns
        <6>[    0.000052] tsc: Detected 2596.148 MHz processor
        <6>[    0.097426] TSC deadline timer available
        <6>[    0.381731] clocksource: tsc: mask: 0xffffffffffffffff max_cycles: 0x256c05247e1, max_idle_ns: 440795271171 ns
        <6>[    0.381767] clocksource: Switched to clocksource tsc
        """;

    private const string VMware = """
        [    0.000000] Linux version 5.14.0-427.13.1.el9_4.x86_64 (mockbuild@example) (gcc (GCC) 11.4.1) #1 SMP PREEMPT_DYNAMIC
        [    0.000000] Hypervisor detected: VMware
        [    0.000000] vmware: hypercall mode: 0x02
        [    0.000000] vmware: TSC freq read from hypervisor : 3092.734 MHz
        [    0.000000] vmware: Host bus clock speed read from hypervisor : 66000000 Hz
        [    0.000000] vmware: using clock offset of 9163385912 ns
        [    0.000017] tsc: Detected 3092.734 MHz processor
        """;

    private const string BareMetal = """
        [    0.000000] Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14) 12.2.0)
        [    0.000000] tsc: Detected 2600.000 MHz processor
        [    0.000000] tsc: Detected 2599.992 MHz TSC
        [    1.923801] tsc: Refined TSC clocksource calibration: 2593.905 MHz
        """;

    [Fact]
    public void A_detected_frequency_is_read() =>
        Assert.Equal(new KernelLogFacts(new Frequency(2_596_148_000), UnstableReason: null, ReachesStart: true) { Hypervisor = "KVM" }, KernelLogFacts.Parse(Firecracker));

    [Theory]
    [InlineData(VMware, 3_092_734_000)]
    [InlineData(BareMetal, 2_593_905_000)]
    [InlineData("tsc: Detected 2600.000 MHz processor\ntsc: Detected 2599.992 MHz TSC\ntsc: Failed TSC clocksource calibration: 2593.905 MHz", 2_599_992_000)]
    [InlineData("pcieport: 66.000 MHz\ntsc: Detected 2593.748 MHz processor", 2_593_748_000)]
    [InlineData("tsc: Detected 2600.000 MHz TSC\nvmware: TSC freq read from hypervisor : 2593.905 MHz", 2_593_905_000)]
    [InlineData("[    0.000000] Detected 2593.748 MHz processor.", 2_593_748_000)]
    [InlineData("[    1.912024] Refined TSC clocksource calibration: 2593.905 MHz.", 2_593_905_000)]
    [InlineData("[    0.000000] TSC freq read from hypervisor : 2593.905 MHz", 2_593_905_000)]
    [InlineData("Detected CPU family 6 model 85\nDetected 1.000 MHz processor", 1_000_000)]
    [InlineData("Detected 20000.000 MHz processor", 20_000_000_000)]
    public void The_surest_frequency_counts_wherever_it_stands_and_however_it_is_worded(string log, long hertz) =>
        Assert.Equal(new Frequency(hertz), KernelLogFacts.Parse(log).TscHz);

    [Theory]
    [InlineData("<4>[  312.116843] clocksource: timekeeping watchdog on CPU3: Marking clocksource 'tsc' as unstable because the skew is too large:", "Marking clocksource 'tsc' as unstable because the skew is too large")]
    [InlineData("[    0.5] Measured 235 cycles TSC warp between CPUs, turning off TSC clock.\n[    0.5] tsc: Marking TSC unstable due to check_tsc_sync_source failed", "Measured 235 cycles TSC warp between CPUs, turning off TSC clock")]
    [InlineData("[    0.000000] tsc: Marking TSC unstable due to running on Hyper-V\r\n[1.0] Measured nothing", "Marking TSC unstable due to running on Hyper-V")]
    [InlineData("[    0.000000] tsc: Marking TSC unstable due to boot parameter notsc", "Marking TSC unstable due to boot parameter notsc")]
    [InlineData(Firecracker + "\n[   48.412000] Clocksource tsc unstable (delta = 62500037 ns)", "Clocksource tsc unstable (delta = 62500037 ns)")]
    [InlineData("[    1.0] clocksource: Switched to clocksource tsc", null)]
    public void The_reason_is_the_kernels_own(string log, string? reason) =>
        Assert.Equal((reason, reason is not null), (KernelLogFacts.Parse(log).UnstableReason, KernelLogFacts.Parse(log).TscUnstable));

    [Theory]
    [InlineData("BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro quiet notsc clocksource=acpi_pm notsc", "notsc clocksource=acpi_pm")]
    [InlineData("tsc=reliable  hpet=disable\tno-kvmclock nohpet vdso=0", "tsc=reliable hpet=disable no-kvmclock nohpet vdso=0")]
    [InlineData("console=ttyS0 notscreen nottsc=1", "")]
    [InlineData(null, "")]
    public void Options_about_clocks_are_those_of_the_command_line(string? line, string options) =>
        Assert.Equal(options, string.Join(' ', LinuxTextParser.ClockOptions(line)));

    [Fact]
    public void A_log_that_lost_its_start_is_known_as_such() =>
        Assert.Equal(new KernelLogFacts(null, UnstableReason: null, ReachesStart: false), KernelLogFacts.Parse("[86400.1] eth0: link up"));

    [Theory]
    [InlineData("Detected 1.2.3 MHz processor")]
    [InlineData("Detected 0.000 MHz processor")]
    [InlineData("Detected 99999999999999999999999 MHz processor")]
    [InlineData("Detected ")]
    [InlineData("Detected 2593.748")]
    [InlineData("Detected 0.999 MHz processor")]
    [InlineData("Detected 20000.001 MHz processor")]
    public void A_figure_that_is_none_is_not_taken(string line) => Assert.Null(KernelLogFacts.Parse(line).TscHz);

    [Fact]
    public void No_text_makes_it_throw() => Garbage.NeverThrows(BareMetal, text => KernelLogFacts.Parse(text));
}
