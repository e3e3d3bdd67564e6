namespace TimerProbe.Core.Tests.Logs;

public sealed class HostLinesTests
{
    private const string Header = "Log for VMware Workstation pid=1234 version=17.0.0 build=build-20800274 option=Release";
    private const string Home = "TimeTracker host to guest rate conversion 1 @ 2999999000Hz -> 0 @ 2999999000Hz";
    private const string Away = "TimeTracker host to guest rate conversion 68593162904 @ 2999999000Hz -> 127404218530833 @ 2494227000Hz";

    [Fact]
    public void The_block_after_a_resume_counts_and_not_the_one_of_the_start()
    {
        var log = Read(
            Home, "TSC scaling enabled.", "TSC offsetting enabled.", "  restoring TimeTracker", Away,
            "Disabling TSC scaling since host does not support it.",
            "Disabling TSC offsetting since TSC rates differ: 2494227000 (guest) vs 2999999000 (host)");
        Assert.Equal((new Frequency(2_999_999_000), new Frequency(2_494_227_000)), (log.HostHz, log.GuestHz));
        Assert.Equal((TscFeature.Disabled, TscFeature.Disabled, false), (log.Scaling, log.Offsetting, log.HostScales));
        Assert.Null(Read(Home, "TSC scaling enabled.", Away).Scaling);
    }

    [Theory]
    [InlineData("TSC scaling enabled.", true, false)]
    [InlineData("Disabling TSC scaling since host does not support it.", false, false)]
    [InlineData("Disabling TSC scaling since TSCs have been adjusted by the host.", false, true)]
    [InlineData("TSC scaling is not supported on AMD when TSCs have been adjusted by the host.", false, true)]
    [InlineData("TSC scaling ratio: 0001_000000000000 (mult=2147483648, shift=31)", null, false)]
    [InlineData("TSC scaling ratio: mult=2326821504, shift=31", null, false)]
    [InlineData("Active HV capabilities: TSC scaling", null, false)]
    public void Only_the_decision_tells_whether_the_host_scales(string line, bool? scales, bool isAdjusted)
    {
        var log = Read(Away, line);
        Assert.Equal((scales, isAdjusted), (log.HostScales, log.IsTscAdjusted));
        Assert.Equal(scales is null ? null : line, log.ScalingLine);
    }

    [Theory]
    [InlineData("Disabling TSC scaling since DB01 gives another reason", "Disabling TSC scaling")]
    [InlineData("TSC scaling is not supported on AMD when DB01 says so.", "TSC scaling is not supported on AMD")]
    public void A_reason_that_is_not_known_is_not_kept(string line, string kept)
    {
        var log = Read(Away, line);
        Assert.Equal((TscFeature.Disabled, kept), (log.Scaling, log.ScalingLine));
    }

    [Theory]
    [InlineData("  Use TSC scaling                          {0,1}", "GenuineIntel", true)]
    [InlineData("  Use TSC scaling                          { 1 }", "GenuineIntel", true)]
    [InlineData("  Use TSC scaling                          { 0 }", "GenuineIntel", false)]
    [InlineData("  Use TSC scaling             yes", "GenuineIntel", null)]
    [InlineData("hostCPUID level 8000000a, 0: 0x00000001 0x00008000 0x00000000 0x0001bcff", "AuthenticAMD", null)]
    [InlineData("hostCPUID level 8000000a, 0: 0x00000001 0x00008000 0x00000000 0x0001bcef", "AuthenticAMD", false)]
    public void Without_a_decision_the_offer_of_the_processor_tells(string line, string vendor, bool? scales) =>
        Assert.Equal(scales, Read($"hostCPUID vendor: {vendor}", line).HostScales);

    [Theory]
    [InlineData("Workstation", "16.2.0", "VMAutomation_Reset", true)]
    [InlineData("Workstation", "25H2", "VMAutomation_Reset", true)]
    [InlineData("ESX", "8.0.2", "Chipset: The guest has requested that the virtual machine be hard reset.", true)]
    [InlineData("ESX", "7.0.3", "CPU reset: hard (mode Emulation)", true)]
    [InlineData("ESX", "6.7.0", "VMAutomation_Reset", false)]
    [InlineData("Workstation", "16.1.2", "VMAutomation_Reset", false)]
    [InlineData("Workstation", "17.0.0", "CPU reset: soft (mode Emulation)", false)]
    [InlineData("Workstation", "17.0.0", "Guest: VMAutomation_Reset", false)]
    public void A_log_that_goes_on_past_a_reset_tells_that_the_rates_were_kept(string product, string version, string line, bool isKept)
    {
        var header = Header.Replace("Workstation", product, StringComparison.Ordinal).Replace("17.0.0", version, StringComparison.Ordinal);
        var reset = $"2026-03-25T08:00:00.000Z In(05) vcpu-0 {line}";
        DateTimeOffset? kept = isKept ? new DateTimeOffset(2026, 3, 25, 8, 0, 0, TimeSpan.Zero) : null;
        Assert.Equal(kept, ReadLines([.. Lines(header, Away), reset]).KeptAt);
        Assert.Null(ReadLines([.. Lines(header, Away), reset, .. Lines(Home)]).KeptAt);
        Assert.Null(ReadLines([.. Lines(header), reset]).KeptAt);
    }

    [Fact]
    public void The_processors_of_a_power_on_are_no_reset() =>
        Assert.Null(Read(Header, Home, "TSC scaling enabled.", "CPU reset: hard (mode Emulation)").KeptAt);

    [Theory]
    [InlineData("UUID: Writing uuid.bios value: '56 4d 44 22 f2 e8 3e 0b-d7 65 70 56 15 42 d3 53'")]
    [InlineData("UUID: Writing uuid.bios 56 4d 44 22 f2 e8 3e 0b-d7 65 70 56 15 42 d3 53")]
    public void A_machine_that_was_copied_gets_another_UUID(string line) =>
        Assert.Equal("564d4422-f2e8-3e0b-d765-70561542d353", Read("DICT uuid.bios = \"00 00 00 00 00 00 00 00-00 00 00 00 00 00 00 01\"", line).Uuid);

    [Theory]
    [InlineData("TSC kHz estimates: vmmon 2494227, remembered 0, osReported 2494000. Using 2494227 kHz.", 2_494_227_000)]
    [InlineData("TSC Hz estimates: vmmon 1, remembered 0, osReported 0. Using 3193985716 Hz.", 3_193_985_716)]
    [InlineData("KHZEstimate 2133409", 2_133_409_000)]
    public void The_hosts_rate_has_lines_of_its_own(string line, long hertz) => Assert.Equal(new Frequency(hertz), Read(line).HostHz);

    private static VmLog Read(params string[] messages) => ReadLines(Lines(messages));

    private static string[] Lines(params string[] messages) => [.. messages.Select(message => $"2026-03-21T11:02:33.123Z In(05) vmx {message}")];

    private static VmLog ReadLines(string[] lines) =>
        VmLogReader.Read(new StringReader(string.Join('\n', lines)), "vmware.log", Cancel)!;
}
