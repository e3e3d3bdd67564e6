namespace TimerProbe.Guest.Tests.Inspection.Windows;

public class WindowsParserTests
{
    private const string NoSpeed = "the VMware Tools counter is there but reports no speed";
    private const string NotInstalled = "VMware Tools counters are not installed, or not for this account";

    [Theory]
    [InlineData(0x83, 0, QpcBypass.Enabled | QpcBypass.HypervisorPage | QpcBypass.Rdtscp)]
    [InlineData(0x00, 0, QpcBypass.None)]
    [InlineData(0x21, 10, QpcBypass.Enabled | QpcBypass.Lfence)]
    public void The_shared_page_tells_how_the_counter_is_read(byte bypass, byte shift, QpcBypass bits)
    {
        var page = Page(bypass, shift);
        Assert.Equal(new KuserSharedData(bypass, shift, BootId: 0), KuserSharedData.Parse(page));
        Assert.Equal(bits, (QpcBypass)KuserSharedData.Parse(page)!.QpcBypassEnabled);
    }

    [Fact]
    public void A_page_cut_short_tells_nothing()
    {
        Assert.Null(KuserSharedData.Parse(new byte[0x3C7]));
        Assert.NotNull(KuserSharedData.Parse(new byte[0x3C8]));
    }

    [Theory]
    [InlineData("Windows Server 2022 Standard", "21H2", "Server", "10.0.20348", "Windows Server 2022 Standard (20348)")]
    [InlineData("Windows Server 2016 Datacenter", null, "Server Core", "10.0.14393", "Windows Server 2016 Datacenter (14393)")]
    [InlineData("Windows Server 2025 Datacenter", "24H2", "Server", "10.0.26100", "Windows Server 2025 Datacenter (26100)")]
    [InlineData("Windows 10 Pro", "23H2", "Client", "10.0.22631", "Windows 11 Pro 23H2 (22631)")]
    [InlineData("Windows 10 Enterprise LTSC 2021", "21H2", "Client", "10.0.19044", "Windows 10 Enterprise LTSC 2021 21H2 (19044)")]
    [InlineData("Windows 10 Pro", null, null, "10.0.17763", "Windows 10 Pro (17763)")]
    [InlineData(null, null, null, "10.0.20348", "Windows 10.0 (20348)")]
    [InlineData(" Windows 10 Home ", " ", "Client", "10.0.21999", "Windows 10 Home (21999)")]
    [InlineData("Windows 10 Home", " 21H2 ", "Client", "10.0.22000", "Windows 11 Home 21H2 (22000)")]
    [InlineData("Windows Server 2022 Standard", "21H2", null, "10.0.20348", "Windows Server 2022 Standard (20348)")]
    [InlineData(" ", null, "Server", "10.0.26100", "Windows 10.0 (26100)")]
    public void Windows_is_named_as_people_do(string? product, string? display, string? type, string version, string name) =>
        Assert.Equal(name, WindowsFactsParser.OsName(product, display, type, Version.Parse(version)));

    [Theory]
    [InlineData(" NOEXECUTE=OPTOUT  FVEBOOT=2670592  NOVGA", false)]
    [InlineData(" NOEXECUTE=OPTIN  USEPLATFORMCLOCK  NOVGA", true)]
    [InlineData(" USEPLATFORMTICK", false)]
    [InlineData("/useplatformclock /noexecute=optin", true)]
    [InlineData("NOVGA/USEPLATFORMCLOCK\0", true)]
    [InlineData("", false)]
    public void Start_options_tell_of_the_platform_clock(string options, bool used) => Assert.Equal(used, WindowsFactsParser.UsesPlatformClock(options));

    [Fact]
    public void A_secure_kernel_shows_in_the_first_bit()
    {
        Assert.True(WindowsFactsParser.Vbs(0, [0x0B, 1]).Value);
        Assert.False(WindowsFactsParser.Vbs(0, [0x0A, 0]).Value);
        Assert.Equal(
            "Windows does not report whether virtualization-based security is running (status 0xc0000003)",
            WindowsFactsParser.Vbs(unchecked((int)0xC000_0003), [1]).Why);
    }

    /// <summary>A value of each counter; null where there is none, for the reason told.</summary>
    [Theory]
    [InlineData("speed", 0, 2593, 2_593_000_000.0, null)]
    [InlineData("speed", 1, 99.9, null, NoSpeed)]
    [InlineData("speed", 1, 100, 100_000_000.0, null)]
    [InlineData("speed", 1, 20_000, 20_000_000_000.0, null)]
    [InlineData("speed", 1, 20_000.1, null, NoSpeed)]
    [InlineData("speed", 0, double.NaN, null, NoSpeed)]
    [InlineData("limit", 1, 4000, 4_000_000_000.0, null)]
    [InlineData("limit", 0, (double)uint.MaxValue, null, null)]
    [InlineData("limit", 0, 0, null, null)]
    [InlineData("limit", 0x8000_07D5, 0, null, "VMware Tools counters could not be read (PDH status 0x800007d5)")]
    [InlineData("stolen", 0, 123_456, 123_456.0, null)]
    [InlineData("stolen", 1, 0, 0.0, null)]
    [InlineData("stolen", 0, -1, null, "the VMware Tools counter is there but reports no time")]
    [InlineData("speed", 0xC000_0BB8, 2593, null, NotInstalled)]
    [InlineData("limit", 0xC000_0BB9, 0, null, NotInstalled)]
    [InlineData("stolen", 0x8000_07D1, 0, null, NotInstalled)]
    public void A_counter_has_a_value_or_a_reason(string counter, uint status, double raw, double? value, string? why) => Assert.Equal((value, why), counter switch
    {
        "speed" => Told(PerformanceCounterReader.HostHz(status, raw)),
        "limit" => Told(PerformanceCounterReader.LimitHz(status, raw)),
        _ => (PerformanceCounterReader.CpuStolenMs(status, (long)raw).Value, PerformanceCounterReader.CpuStolenMs(status, (long)raw).Why),
    });

    [Fact]
    public void A_raw_counter_is_laid_out_as_in_pdh_h()
    {
        Assert.Equal(40, Marshal.SizeOf<PdhRawCounter>());
        Assert.Equal(16, Marshal.OffsetOf<PdhRawCounter>(nameof(PdhRawCounter.FirstValue)));
    }

    [Fact]
    public void No_bytes_make_them_throw()
    {
        Garbage.NeverThrows(Page(0x83, 0), bytes => KuserSharedData.Parse(bytes));
        Garbage.NeverThrows([0x0B, 1], bytes => WindowsFactsParser.Vbs(0, bytes));
        Garbage.NeverThrows(" NOEXECUTE=OPTIN", text => WindowsFactsParser.UsesPlatformClock(text));
        Garbage.NeverThrows("Windows 10", text => WindowsFactsParser.OsName(text, text, text, new Version(10, 0, 22000)));
    }

    private static (double?, string?) Told(Reading<Frequency?> reading) => (reading.Value?.Hertz, reading.Why);

    private static byte[] Page(byte bypass, byte shift)
    {
        var page = new byte[0x1000];
        (page[0x3C6], page[0x3C7]) = (bypass, shift);
        return page;
    }
}
