namespace TimerProbe.Guest.Tests.Inspection;

public class ToolboxAnswerTests
{
    [Theory]
    [InlineData("2494 MHz\n", 2_494_000_000L)]
    [InlineData("1 MHz", 1_000_000L)]
    [InlineData("4294967295 MHz", null)]
    [InlineData("0 MHz", null)]
    [InlineData("-1 MHz", null)]
    [InlineData("No limit", null)]
    [InlineData("2494", null)]
    [InlineData("2,494 MHz", null)]
    [InlineData("", null)]
    public void A_speed_is_in_megahertz_and_anything_else_is_none(string text, long? hertz) => Assert.Equal(hertz, ToolboxReader.Megahertz(text)?.Hertz);

    [Theory]
    [InlineData("0x66bf7a1c03d0a2e1\n", "0x66bf7a1c03d0a2e1")]
    [InlineData("0x1", "0x1")]
    [InlineData("", null)]
    [InlineData("0x", null)]
    [InlineData("66bf7a1c03d0a2e1", null)]
    [InlineData("0x66bf7a1c03d0a2g1", null)]
    [InlineData("0x66bf7a1c03d0a2e12", null)]
    [InlineData("Failed to get session ID: VMware Guest API is not enabled on the host", null)]
    public void A_session_is_kept_as_printed_and_a_complaint_is_none(string text, string? id) => Assert.Equal(id, ToolboxReader.SessionId(text));

    [Theory]
    [InlineData("12.3.0.44994 (build-22234872)", "12.3.0.44994")]
    [InlineData("11.0.5.17716 (build-15389592)\r\n", "11.0.5.17716")]
    [InlineData("vmware-toolbox-cmd must be run inside a virtual machine.", null)]
    public void The_version_goes_without_its_build(string text, string? version) => Assert.Equal(version, ToolboxReader.Version(text));

    [Theory]
    [InlineData("22 Nov 2026 01:02:03\n", 1_795_309_323L)]
    [InlineData("01 Jan 1970 00:00:00", 0L)]
    [InlineData("22 Nov 2026", null)]
    [InlineData("Unable to get host time.", null)]
    [InlineData("", null)]
    public void The_hosts_time_is_in_seconds_since_1970(string text, long? seconds) => Assert.Equal(seconds, ToolboxReader.HostTime(text));

    [Fact]
    public void No_text_makes_it_throw() => Garbage.NeverThrows("12.3.0.44994 (build-22234872)", text =>
    {
        ToolboxReader.Megahertz(text);
        ToolboxReader.SessionId(text);
        ToolboxReader.Version(text);
    });
}
