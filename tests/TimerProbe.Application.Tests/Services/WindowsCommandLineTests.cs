using TimerProbe.Application.Services;

namespace TimerProbe.Application.Tests.Services;

public sealed class WindowsCommandLineTests
{
    private const string Program = @"C:\Program Files\TimerProbe\timerprobe.exe";

    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("two words", "\"two words\"")]
    [InlineData("", "\"\"")]
    [InlineData(@"C:\a b\", @"""C:\a b\\""")]
    [InlineData(@"C:\a\b\", @"C:\a\b\")]
    [InlineData("say \"so\"", @"""say \""so\""""")]
    [InlineData(@"a\\""b", @"""a\\\\\""b""")]
    public void An_argument_is_one_argument_whatever_stands_in_it(string argument, string written) =>
        Assert.Equal($"\"{Program}\" watch {written}", WindowsCommandLine.Of(Program, ["watch", argument]));

    [Fact]
    public void What_windows_would_fill_in_is_refused()
    {
        var refused = Assert.Throws<UseCaseException>(() => WindowsCommandLine.Of(Program, ["watch", "--log", @"C:\%TEMP%\watch.jsonl"]));
        Assert.Equal(Failure.Usage, refused.Failure);
    }
}
