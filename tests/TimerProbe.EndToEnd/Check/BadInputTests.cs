namespace TimerProbe.EndToEnd.Check;

public sealed class BadInputTests
{
    private static readonly ProgramRun Program = TimerProbeProgram.InProcess;

    [Theory]
    [InlineData("check has no option '--frobnicate'", "check", "--frobnicate")]
    [InlineData("timerprobe has no command 'chek'; did you mean check?", "chek")]
    [InlineData("--budget takes a duration such as 400ms, 30s or 2m, at most 24h, not '4'", "check", "--budget", "4")]
    [InlineData("--budget takes a duration such as 400ms, 30s or 2m, at most 24h, not '-4s'", "check", "--budget", "-4s")]
    [InlineData("--budget takes a duration such as 400ms, 30s or 2m, at most 24h, not '99999h'", "check", "--budget", "99999h")]
    [InlineData("--drift takes at least 10s", "check", "--drift", "3s")]
    [InlineData("--drift takes a duration", "check", "--drift", "abc")]
    [InlineData("--reference takes an NTP server as HOST or HOST:PORT, not 'http://x'", "check", "--reference", "http://x")]
    [InlineData("--reference takes an NTP server as HOST or HOST:PORT, not 'x:0'", "watch", "--reference", "x:0")]
    [InlineData("--drift takes a duration", "check", "--drift", "0")]
    [InlineData("--rounds takes a number from 2 to 10000", "check", "--rounds", "1")]
    [InlineData("--rounds takes a number from 2 to 10000", "check", "--rounds", "abc")]
    [InlineData("--rounds takes a number from 2 to 10000, or one with a length such as 3x200ms, not '3x'", "check", "--rounds", "3x")]
    [InlineData("--rounds takes a number from 2 to 10000", "check", "--rounds", "99999999999")]
    [InlineData("--out is empty", "check", "--out", "")]
    [InlineData("--processors takes a list such as 0,2-5 or 1:0-3, not '2-1'", "check", "--processors", "2-1")]
    [InlineData("processor 4000 does not exist or this process may not use it", "check", "--processors", "4000")]
    [InlineData("--output takes text, json, csv, html, markdown, openmetrics, not 'yaml'", "check", "--output", "yaml")]
    [InlineData("there is no option '--password'", "scan", "vc1.example.org", "--user", "me", "--password", "hunter2")]
    [InlineData("there is no option '--password'", "scan", "vc1.example.org", "--user", "me", "--password=hunter2")]
    [InlineData("there is no option '--insecur'", "scan", "--insecur", "vc1.example.org", "--user", "me")]
    [InlineData("check has no option '--password'", "check", "--password", "hunter2")]
    [InlineData("watch has no option '--password'", "watch", "--password=hunter2")]
    [InlineData("'...@vc1' is not a valid address", "scan", "me:hunter2@vc1", "--user", "me")]
    [InlineData("'https://...@vc1/' is not a valid address", "scan", "https://me:hunter2@vc1/", "--user", "me")]
    [InlineData("'...@db1' is not a valid server", "sql", "--server", "me:hunter2@db1")]
    [InlineData("the password file cannot be read: it does not exist (it takes a path, not the password itself)", "scan", "vc1.example.org", "--user", "me", "--password-file", "hunter2")]
    [InlineData("timerprobe keeps its store in a file", "history", "list", "--store", "me:hunter2@db1")]
    [InlineData("there is no rule 'TP999'", "rules", "explain", "TP999")]
    public async Task Wrong_usage_gets_a_sentence_and_exit_code_2(string sentence, params string[] arguments)
    {
        var result = await Program.With(arguments).RunAsync();
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.Equal(2, result.ExitCode);
        Assert.Empty(result.Out);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_is_data_and_exits_with_0()
    {
        var result = await Program.With("check", "--help").RunAsync();
        Assert.Contains("Examples\n  timerprobe check\n", result.Out, StringComparison.Ordinal);
        Assert.Equal(0, result.ExitCode);
    }
}
