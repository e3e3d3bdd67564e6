namespace TimerProbe.Core.Tests.Logs;

public sealed class VmLogReaderTests
{
    private const string Header = "2026-03-21T11:02:30.000Z In(05) vmx - Log for VMware ESX pid=2101234 version=8.0.2 build=build-22380479 option=Release\n";

    [Theory]
    [InlineData(RealLogs.Player2006, 1_808_360_000, "Oct 25 23:09:41", "VMware Player", "1.0.2", "564d4422-f2e8-3e0b-d765-70561542d353", "Windows XP")]
    [InlineData(RealLogs.Workstation2011, 1_500_000_000, "Jun 28 23:41:12.030", "VMware Workstation", "7.1.4", "564d1b16-6b1c-85f6-94da-fe1ab7150202", "Windows XP Professional")]
    [InlineData(RealLogs.Esxi2018, 2_665_909_000, "2018-11-02T03:17:38.844Z", null, null, null, null)]
    public void A_real_log_tells_the_rates_of_its_power_on(
        string text, long hertz, string written, string? product, string? version, string? uuid, string? name)
    {
        var log = Read(text)!;
        Assert.Equal(new Frequency(hertz), log.HostHz);
        Assert.Equal(new Frequency(hertz), log.GuestHz);
        Assert.Equal(Facts.Placement.Home, Judged(log).Placement);
        Assert.Equal((written, product, version, uuid, name), (log.Written, log.Product, log.Version, log.Uuid, log.Name));
        Assert.Equal(written.EndsWith('Z') ? DateTimeOffset.Parse(written, System.Globalization.CultureInfo.InvariantCulture) : null, log.At);
        Assert.Single(log.Rates);
        Assert.Equal(0, log.RefusedLines);
    }

    [Fact]
    public void A_real_log_tells_its_machine_and_host()
    {
        var log = Read(RealLogs.Workstation2011)!;
        Assert.Equal(("hacker", "build-385536"), (log.Host, log.Build));
        Assert.Equal("/home/arkelsa/vmware/Windows XP Professional/Windows XP Professional.vmx", log.ConfigFile);
        Assert.Equal(new Frequency(1_500_000_000), log.HostTscHz);
    }

    [Fact]
    public void The_rate_of_the_host_alone_is_no_placement()
    {
        const string Line = "TSC Hz estimates: vmmon 2918400000, cpuinfo 4641551000, cpufreq 4900000000 sysctlfreq 0. Using 2918400000 Hz";
        var log = Judged(Read(Line)!);
        Assert.Equal(new Frequency(2_918_400_000), log.HostHz);
        Assert.Null(log.GuestHz);
        Assert.Equal(Facts.Placement.Unknown, log.Placement);
    }

    [Theory]
    [InlineData("Mar 21 11:02:33: vmx| ", false)]
    [InlineData("Mar  1 11:02:33.123: vmx| ", false)]
    [InlineData("März 21 11:02:33.123: vmx| ", false)]
    [InlineData("Oct 22 14:27:57.333: app-3078272704| ", false)]
    [InlineData("2026-03-21T11:02:33.123| vmx| I120: ", false)]
    [InlineData("2026-03-21T12:02:33.123+01:00| vmx| I125: ", true)]
    [InlineData("2026-03-21T11:02:33.123Z| vcpu-0| W115: ", true)]
    [InlineData("2026-03-21T11:02:33.123Z In(05) vmx - ", true)]
    [InlineData("2026-03-21T11:02:33.123456Z In(05) vmx ", true)]
    [InlineData("2026-03-21T16:32:33.123+05:30 In(05) vmx   ", true)]
    [InlineData("2026-03-21T11:02:33.123Z -INFO vmware-vmx.exe 15108 [ws@4413 threadName=\"vmx\"] ", true)]
    [InlineData("2026-03-21T11:02:33.123Z -INFO vmware-vmx 15108 [ws@4413 threadName=\"vcpu-0\" opID=\"lro-1-a\"] ", true)]
    [InlineData("vmx| I120: ", false)]
    [InlineData("vmx| ", false)]
    [InlineData("2026-03-21T11:02:33.123Z| vcpu-0| ", true)]
    [InlineData("2026-03-21T11:02:33.123Z| vmx| | I005: ", true)]
    [InlineData("2026-03-21T11:02:33.123Z| vmx| e0ada929-5d-1a2b| I005: ", true)]
    [InlineData("2026-03-21T11:02:33.123Z In(05) vcpu-0 lnx6ehce-42910-auto-x40-h5:70004075-b2-a9-003a ", true)]
    [InlineData("", false)]
    public void Whatever_stands_before_a_line_is_understood(string prefix, bool isDated)
    {
        var log = Read($"{prefix}TimeTracker host to guest rate conversion 77 @ 2394000000Hz -> 55 @ 2593905000Hz\r\n");
        Assert.Equal(new Frequency(2_394_000_000), log!.HostHz);
        Assert.Equal(new Frequency(2_593_905_000), log.GuestHz);
        Assert.Equal(isDated, log.At is not null);
        Assert.Equal(isDated ? new DateTimeOffset(2026, 3, 21, 11, 2, 33, TimeSpan.Zero)
            : null, log.At?.AddTicks(-(log.At.Value.Ticks % TimeSpan.TicksPerSecond)));
        Assert.Equal(Facts.Placement.Away, Judged(log).Placement);
        Assert.Equal(-77_067.2, log.DifferencePpm!.Value.Value, 0.1);
    }

    [Theory]
    [InlineData("1 @ 999999Hz -> 0 @ 2665909000Hz")]
    [InlineData("1 @ 2665909000Hz -> 0 @ 100000000001Hz")]
    [InlineData("1 @ 0Hz -> 0 @ 0Hz")]
    [InlineData("1 @ -2665909000Hz -> 0 @ 2665909000Hz")]
    [InlineData("1 @ 2665909000Hz -> 0 @ 2665909000")]
    [InlineData("1 @ 2665909000Hz -> 0 @ 2665909000Hz and so on")]
    [InlineData("1 @ 2665909000Hz")]
    [InlineData("1 @ 2665909000Hz -> 0 @ 99999999999999999999999Hz")]
    [InlineData("1 @ ２６６５９０９０００Hz -> 0 @ 2665909000Hz")]
    [InlineData("")]
    public void A_line_that_cannot_be_believed_takes_back_the_ones_before(string rates)
    {
        const string Good = "2026-03-21T11:02:33.123Z In(05) vmx - TimeTracker host to guest rate conversion 1 @ 2665909000Hz -> 0 @ 2665909000Hz\n";
        var bad = $"2026-03-21T12:02:33.123Z In(05) vmx - TimeTracker host to guest rate conversion {rates}\n";
        var log = Read(Good + "2026-03-21T11:02:33.123Z In(05) vmx - TSC Hz estimates: vmmon 1, cpuinfo 2. Using 2665909000 Hz\n" + bad)!;
        Assert.Null(log.GuestHz);
        Assert.Null(log.HostHz);
        Assert.Null(log.At);
        Assert.Equal(1, log.RefusedLines);
        Assert.Equal(new Frequency(2_665_909_000), Read(bad + Good)!.GuestHz);
    }

    [Fact]
    public void Of_several_conversions_the_last_counts_and_the_newest_hundred_are_kept()
    {
        var log = Read(string.Concat(Enumerable.Range(0, 150).Select(number =>
            $"2026-03-21T11:{number / 60:D2}:{number % 60:D2}.000Z| vmx| I125: TimeTracker host to guest rate conversion 1 @ {2_000_000_000 + number}Hz -> {number} @ 2593905000Hz\n")))!;
        Assert.Equal(100, log.Rates.Count);
        Assert.Equal(new Frequency(2_000_000_050), log.Rates[0].HostHz);
        Assert.Equal(new Frequency(2_000_000_149), log.HostHz);
        Assert.Equal(new DateTimeOffset(2026, 3, 21, 11, 2, 29, TimeSpan.Zero), log.At);
    }

    [Fact]
    public void A_machine_without_a_conversion_is_known_by_what_its_guest_reads()
    {
        var log = Read(Header + """
            2026-03-21T11:02:33.123Z In(05) vmx - TSC Hz estimates: vmmon 2394000000, cpuinfo 2394000000, cpufreq 2394000000 sysctlfreq 0. Using 2394000000 Hz
            2026-03-21T11:02:33.200Z In(05) vmx - guest vs. host CPUID guest level 40000000,  0: 0x40000010 0x61774d56 0x4d566572 0x65726177
            2026-03-21T11:02:33.200Z In(05) vmx - guest vs. host CPUID guest level 40000010,  0: 0x00279481 0x000101d0 0x00000000 0x00000000
            """)!;
        Assert.Equal(new Frequency(2_593_921_000), log.GuestHz);
        Assert.Equal(new Frequency(2_394_000_000), log.HostHz);
        Assert.Equal(Facts.Placement.Away, Judged(log).Placement);
        Assert.Equal(("VMware ESX", "8.0.2", "build-22380479"), (log.Product, log.Version, log.Build));
        Assert.NotNull(log.At);
    }

    [Fact]
    public void Settings_with_quotation_marks_are_read_from_the_configuration_only()
    {
        var log = Read(Header + """
            2026-03-21T11:02:30.100Z In(05) vmx - Hostname=esx04.example.org
            2026-03-21T11:02:30.200Z In(05) vmx - DICT --- GLOBAL SETTINGS /usr/lib/vmware/settings
            2026-03-21T11:02:30.200Z In(05) vmx - DICT              displayName = "nobody"
            2026-03-21T11:02:30.200Z In(05) vmx - DICT --- CONFIGURATION /vmfs/volumes/ds1/DB01/DB01.vmx
            2026-03-21T11:02:30.200Z In(05) vmx - DICT              displayName = "DB|2201|22 (prod)"
            2026-03-21T11:02:30.200Z In(05) vmx - DICT                uuid.bios = "42 1e 85 1B f3 a5 53 a8-5c 18 be ad 05 57 4a a1"
            2026-03-21T11:02:30.200Z In(05) vmx - DICT --- USER DEFAULTS C:\Users\x\config.ini
            2026-03-21T11:02:30.200Z In(05) vmx - DICT                uuid.bios = "00 00 00 00 00 00 00 00-00 00 00 00 00 00 00 01"
            """)!;
        Assert.Equal("DB\"01\" (prod)", log.Name);
        Assert.Equal("421e851b-f3a5-53a8-5c18-bead05574aa1", log.Uuid);
        Assert.Equal("/vmfs/volumes/ds1/DB01/DB01.vmx", log.ConfigFile);
        Assert.Equal("esx04.example.org", log.Host);
    }

    [Theory]
    [InlineData("2026-03-21T11:05:00.000Z In(05) vmx - Guest: x\n2026-03-21T11:05:00.000Z In(05)+ vmx - TimeTracker host to guest rate conversion 1 @ 3000000000Hz -> 0 @ 3000000000Hz")]
    [InlineData("2026-03-21T11:05:00.000Z In(05) vcpu-0 Guest: x\nvmx| I120: Disabling TSC scaling since host does not support it.")]
    [InlineData("2026-03-21T11:05:00.000Z| vcpu-0| I125: Guest: x\nTimeTracker host to guest rate conversion 1 @ 3000000000Hz -> 0 @ 3000000000Hz")]
    [InlineData("2026-03-21T11:05:00.000Z| vcpu-0| I125: toolbox: DICT displayName = \"other\"")]
    public void What_a_guest_writes_into_its_log_is_not_believed(string line)
    {
        var text = Header + "2026-03-21T11:02:33.123Z In(05) vmx - TimeTracker host to guest rate conversion 1 @ 2665909000Hz -> 0 @ 2665909000Hz\n";
        var (alone, with) = (Read(text)!, Read(text + line)!);
        Assert.Equal(alone with { Rates = [] }, with with { Rates = [] });
        Assert.Equal(alone.Rates, with.Rates);
    }

    [Fact]
    public void A_log_behind_another_begins_anew()
    {
        var log = Read(RealLogs.Workstation2011 + "\n" + Header)!;
        Assert.Null(log.GuestHz);
        Assert.Null(log.Name);
        Assert.Equal("VMware ESX", log.Product);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\n\n\n")]
    [InlineData("{ \"schema\": \"timerprobe.check/1\" }")]
    [InlineData("Mar 21 11:02:33 host kernel: TimeTracker host to guest rate conversion")]
    [InlineData("2026-03-21T11:02:33.123Z cpu4:2758489)Migrate: vm 2758492")]
    public void What_is_no_such_log_is_told_apart(string text) => Assert.Null(Read(text));

    [Fact]
    public void Zeros_that_a_lost_host_left_and_long_lines_stop_nothing()
    {
        var log = Read(new string('\0', 4000) + "\n" + new string('x', 1_000_000) + "\n" + RealLogs.Esxi2018.ReplaceLineEndings(
            "\r\n") + new string('\0', 9000));
        Assert.Equal(new Frequency(2_665_909_000), log!.GuestHz);
    }

    [Fact]
    public void Nothing_makes_it_fail() => Prop.ForAll(
        Gen.Elements(Pieces).ListOf(30).Select(string.Concat).ToArbitrary(),
        text =>
        {
            var log = Read(text);
            return log is null || ((log.GuestHz is null || log.GuestHz.Value.Hertz is >= 1_000_000 and <= 100_000_000_000)
                && (log.DifferencePpm is null || double.IsFinite(log.DifferencePpm.Value.Value)));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void No_bytes_make_it_fail() => Prop.ForAll(
        ArbMap.Default.GeneratorFor<byte[]>().ToArbitrary(),
        bytes =>
        {
            using var text = new StreamReader(new MemoryStream([.. System.Text.Encoding.UTF8.GetBytes(Header), .. bytes ?? []]));
            return VmLogReader.Read(text, "x", Cancel) is not null;
        }).QuickCheckThrowOnFailure();

    private static readonly string[] Pieces =
    [
        .. RealLogs.Workstation2011.Split(' '), .. RealLogs.Esxi2018.Split(' '), " ", "\n", "\0", "|", "\"", "DICT ", " = ", "|0", "|0g", "|1b", "\uD800", "Hostname=", "Config file: ",
        "Disabling TSC scaling since ", "TSC scaling enabled.", "Use TSC scaling {0,1}", "hostCPUID level 00000001, 0: 0xffffffff 0x00000000 0xffffffff 0xffffffff", "CPU reset: hard", "KHZEstimate 99999999999999", "TSC Hz estimates: Using 1 Hz", "TimeTracker host to guest rate conversion ",
        "1 @ 2665909000Hz -> 0 @ 2665909000Hz", "guest vs. host CPUID guest level 40000010,  0: 0xffffffff 0x00000000 0x00000000 0x00000000", "DICT uuid.bios = ", "9999-99-99T99:99:99.9Z| vmx| I125: ",
        "0001-01-01T00:00:00.000+14:00| vmx| I125: ", "DICT --- CONFIGURATION ", "UUID: Writing uuid.bios ", "Log for VMware ESX pid=1 version=1 build=1",
    ];

    private static VmLog? Read(string text) => VmLogReader.Read(new StringReader(text), "vmware.log", Cancel);

    private static VmLog Judged(VmLog log) => LogEvidence.Place(log, new FrequencyRules(FrequencyRules.DefaultTolerance));
}
