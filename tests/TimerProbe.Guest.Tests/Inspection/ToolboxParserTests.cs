using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection;

namespace TimerProbe.Guest.Tests.Inspection;

public class ToolboxParserTests
{
    [Fact]
    public void A_speed_is_in_megahertz() => Assert.Equal(new Frequency(2_494_000_000), ToolboxParser.Megahertz("2494 MHz\n"));

    [Theory]
    [InlineData("4294967295 MHz")]
    [InlineData("0 MHz")]
    [InlineData("-1 MHz")]
    [InlineData("No limit")]
    [InlineData("2494")]
    [InlineData("2,494 MHz")]
    [InlineData("")]
    public void Anything_else_is_no_speed_and_no_limit(string text) => Assert.Null(ToolboxParser.Megahertz(text));

    [Fact]
    public void A_session_is_kept_as_printed() => Assert.Equal("0x66bf7a1c03d0a2e1", ToolboxParser.SessionId("0x66bf7a1c03d0a2e1\n"));

    [Theory]
    [InlineData("")]
    [InlineData("0x")]
    [InlineData("Failed to get session ID: VMware Guest API is not enabled on the host")]
    public void A_complaint_is_no_session(string text) => Assert.Null(ToolboxParser.SessionId(text));

    [Theory]
    [InlineData("12.3.0.44994 (build-22234872)", "12.3.0.44994")]
    [InlineData("11.0.5.17716 (build-15389592)\r\n", "11.0.5.17716")]
    [InlineData("vmware-toolbox-cmd must be run inside a virtual machine.", null)]
    public void The_version_goes_without_its_build(string text, string? version) => Assert.Equal(version, ToolboxParser.Version(text));

    [Fact]
    public void No_text_makes_it_throw() => Garbage.NeverThrows("12.3.0.44994 (build-22234872)", text =>
    {
        ToolboxParser.Megahertz(text);
        ToolboxParser.SessionId(text);
        ToolboxParser.Version(text);
    });
}
