namespace TimerProbe.Guest.Tests.Inspection.Linux;

public class OsReleaseParserTests
{
    private const string Debian = """
        PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
        NAME="Debian GNU/Linux"
        VERSION_ID="12"
        ID=debian
        HOME_URL="https://www.debian.org/"
        """;

    [Theory]
    [InlineData(Debian, "Debian GNU/Linux 12 (bookworm)")]
    [InlineData("PRETTY_NAME='Oracle Linux Server 9.3'", "Oracle Linux Server 9.3")]
    [InlineData("PRETTY_NAME=Alpine", "Alpine")]
    [InlineData("PRETTY_NAME=\"A \\\"quoted\\\" \\$name\"", "A \"quoted\" $name")]
    [InlineData("PRETTY_NAME=\"It's fine\"\r\n", "It's fine")]
    [InlineData(@"PRETTY_NAME='back\slash'", @"back\slash")]
    [InlineData(@"PRETTY_NAME=back\", @"back\")]
    [InlineData("PRETTY_NAME=\"two \"'parts'", "two parts")]
    [InlineData("PRETTY_NAMES=no\nNAME=yes", "yes")]
    [InlineData("PRETTY_NAME=' '\nNAME=Fallback", "Fallback")]
    [InlineData("# PRETTY_NAME=no\nNAME=\"Only a name\"", "Only a name")]
    [InlineData("PRETTY_NAME=\"never closed", "never closed")]
    [InlineData("PRETTY_NAME=\"\"\nNAME=Fallback", "Fallback")]
    [InlineData("PRETTY_NAME=\"first\"\nPRETTY_NAME=\"last\"", "last")]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void Quoting_follows_the_shell(string? text, string? name) => Assert.Equal(name, LinuxTextParser.OsName(text));

    [Fact]
    public void No_text_makes_it_throw() => Garbage.NeverThrows(Debian, text => LinuxTextParser.OsName(text));
}
