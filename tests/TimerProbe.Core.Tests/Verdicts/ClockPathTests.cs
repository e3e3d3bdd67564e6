namespace TimerProbe.Core.Tests.Verdicts;

public sealed class ClockPathTests
{
    [Theory]
    [InlineData(0x83, 10_000_000, false, false, true, false)] // an enlightened guest whose page could not be read
    [InlineData(0x01, 2_533_203, true, false, false, false)] // TSC / 1024
    [InlineData(0x01, 24_000_000, true, false, false, false)] // a TSC that happens to show the newer HPET's figure
    [InlineData(0x00, 3_579_545, false, true, false, false)] // the ACPI PM timer
    [InlineData(0x00, 14_318_180, false, true, false, false)] // HPET
    [InlineData(0x00, 24_000_000, false, true, false, false)] // HPET of newer chipsets
    [InlineData(0x00, 10_000_000, false, false, false, true)] // the hypervisor's reference counter
    [InlineData(0x00, 2_533_203, false, false, false, false)]
    [InlineData(0x00, 8_000_000, false, true, false, false)] // between these two lie QEMU's HPET, Xen's and bhyve's
    [InlineData(0x00, 500_000_000, false, true, false, false)]
    [InlineData(0x00, 2_593_905_000, false, false, false, false)] // a whole TSC
    public void Windows_tells_its_path_by_two_figures(int bypass, long qpf, bool fast, bool platformTimer, bool page, bool call) =>
        Assert.Equal(
            new ClockPath(InVirtualMachine: true, fast, platformTimer, page) { HypervisorCall = call },
            ClockPath.From(Machine(new WindowsFacts { QpcBypass = bypass, QpfHz = new Frequency(qpf) }, linux: null)));

    [Fact]
    public void A_process_emulated_on_another_processor_is_known() =>
        Assert.True(ClockPath.From(Machine(new WindowsFacts { QpcBypass = 1 }, linux: null) with { EmulatedOn = "arm64" }).Emulated);

    [Fact]
    public void With_useplatformclock_a_system_call_goes_to_a_platform_timer() =>
        Assert.Equal(
            new ClockPath(InVirtualMachine: true, FastPath: false, PlatformTimer: true, HypervisorPage: false),
            ClockPath.From(Machine(
                new WindowsFacts { QpcBypass = 0, QpfHz = new Frequency(10_000_000), UsePlatformClock = true }, linux: null)));

    [Theory]
    [InlineData(0u, false)]
    [InlineData(uint.MaxValue, false)] // "not valid" in older interfaces
    [InlineData(1u, true)]
    public void The_page_itself_says_whether_the_fast_path_holds(uint sequence, bool valid)
    {
        var windows = new WindowsFacts { QpcBypass = 0x83, QpfHz = new Frequency(10_000_000), ReferencePage = new ReferencePageFacts(sequence, 1, 0) };
        Assert.Equal(
            new ClockPath(InVirtualMachine: true, FastPath: valid, PlatformTimer: false, HypervisorPage: true) { PageIsValid = valid },
            ClockPath.From(Machine(windows, linux: null)));
    }

    [Fact]
    public void On_wine_a_zero_bypass_says_nothing() =>
        Assert.Equal(
            new ClockPath(InVirtualMachine: true, FastPath: false, PlatformTimer: false, HypervisorPage: false),
            ClockPath.From(Machine(new WindowsFacts { QpcBypass = 0, QpfHz = new Frequency(10_000_000), Wine = "8.0" }, linux: null)));

    [Fact]
    public void A_bypass_that_could_not_be_read_says_nothing() =>
        Assert.Equal(new ClockPath(true, false, false, false), ClockPath.From(Machine(new WindowsFacts(), linux: null)));

    [Theory]
    [InlineData("tsc", true, true, false, false)]
    [InlineData("tsc", false, false, false, false)]
    [InlineData("hpet", true, false, true, false)]
    [InlineData("acpi_pm", true, false, true, false)]
    [InlineData("jiffies", true, false, true, false)]
    [InlineData("refined-jiffies", true, false, true, false)]
    [InlineData("pit", true, false, true, false)]
    [InlineData("kvm-clock", true, false, false, true)]
    [InlineData("hyperv_clocksource_tsc_page", true, false, false, true)]
    [InlineData("hyperv_clocksource_msr", true, false, false, false, true)]
    [InlineData("hyperv_clocksource", true, false, false, false, true)]
    [InlineData("lis_hyperv_clocksource", true, false, false, false, true)]
    [InlineData("xen", true, false, false, true)]
    [InlineData(null, null, false, false, false)]
    public void Linux_tells_its_path_by_its_clock_source(
        string? clocksource, bool? vdso, bool fast, bool platformTimer, bool page, bool call = false) =>
        Assert.Equal(
            new ClockPath(InVirtualMachine: true, fast, platformTimer, page) { Linux = true, HypervisorCall = call },
            ClockPath.From(Machine(windows: null, new LinuxFacts { Clocksource = clocksource, Vdso = vdso })));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Of_another_system_only_the_hypervisor_is_known(bool hypervisor) => Assert.Equal(
        new ClockPath(InVirtualMachine: hypervisor, FastPath: false, PlatformTimer: false, HypervisorPage: false),
        ClockPath.From(Machine(windows: null, linux: null) with { Hypervisor = new HypervisorFacts { Present = hypervisor } }));

    private static MachineFacts Machine(WindowsFacts? windows, LinuxFacts? linux) => new()
    {
        Name = "DB01",
        Os = "any",
        Architecture = "x64",
        Hypervisor = new HypervisorFacts { Present = true },
        Windows = windows,
        Linux = linux,
    };
}
