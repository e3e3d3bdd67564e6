namespace TimerProbe.Cli.Tests;

public sealed class TerminalSymbolTests
{
    [Theory]
    [InlineData(true, true, "WT_SESSION=8d5b")]
    [InlineData(false, true, "")]
    [InlineData(false, true, "LANG=en_US.UTF-8")]
    [InlineData(true, false, "LANG=en_US.UTF-8")]
    [InlineData(true, false, "LANG=de_DE.utf8 TERM=xterm-256color")]
    [InlineData(true, false, "LC_ALL=C.UTF-8 LANG=C")]
    [InlineData(false, false, "LC_ALL=C LANG=en_US.UTF-8")]
    [InlineData(false, false, "LC_CTYPE=de_DE@euro LANG=en_US.UTF-8")]
    [InlineData(false, false, "LANG=en_US.UTF-8 TERM=linux")]
    [InlineData(false, false, "")]
    public void Symbols_are_for_terminals_that_are_known_to_draw_them(bool draws, bool isWindows, string variables)
    {
        var environment = variables.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(item => item.Split('='))
            .ToDictionary(item => item[0], item => item[1]);
        Assert.Equal(draws, Terminal.DrawsSymbols(isWindows, new EnvironmentVariables(environment.GetValueOrDefault)));
    }

    [Fact]
    public void Without_symbols_only_characters_of_WGL4_are_used()
    {
        var style = TextStyle.ForFile with { Symbols = false };
        string[] kinds = ["healthy", "check", "suspicious", "slow"];
        var clock = kinds.Select(kind => TimelineText.GetClock(new TimelineSpan(default, default, kind), style));
        Assert.Equal("_\u2591\u2592\u2588! ", string.Concat(clock) + style.Warning);
    }
}
