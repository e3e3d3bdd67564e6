namespace TimerProbe.EndToEnd.Check;

public sealed class BadInputTests
{
    private const string OfServer = "this names a database, which is timerprobe-server's: its pages and /api have the history and the reports, and --submit hands runs to it";

    [Theory]
    [InlineData("check has no option '--frobnicate'", "check", "--frobnicate")]
    [InlineData("timerprobe has no command 'chek'; did you mean check?", "chek")]
    [InlineData("timerprobe has no command 'chek'; did you mean check?", "chek", "--output", "json")]
    [InlineData("plan has no command 'patch'", "plan", "patch", "--from", "scan.json")]
    [InlineData("plan has no command 'evacute'; did you mean evacuate?", "plan", "evacute", "esx01", "--from", "scan.json")]
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
    [InlineData("--store has no effect without --save", "check", "--store", "fleet.db")]
    [InlineData("--save stores the real names", "check", "--save", "--anonymize")]
    [InlineData("history prune applies to the whole store: remove 'DB01'", "history", "DB01", "prune", "--older-than", "1d", "--store", "fleet.db")]
    [InlineData("history list applies to the whole store: remove 'DB01'", "history", "DB01", "list", "--store", "fleet.db")]
    [InlineData("put --store after 'prune', not before it", "history", "--store", "fleet.db", "prune", "--older-than", "1d")]
    [InlineData("put --output after 'list', not before it", "history", "--output", "json", "list", "--store", "fleet.db")]
    [InlineData("put --no-color after 'check', not before it", "--no-color", "check")]
    [InlineData("--reference takes an NTP server as HOST or HOST:PORT, not '...@x'", "check", "--reference", "u:secret@x")]
    [InlineData("--out would replace fleet.db, which --store names", "check", "--save", "--store", "fleet.db", "--out", "fleet.db")]
    [InlineData("asks for markdown, which this command does not write: it writes text, json, csv, html", "history", "DB01", "--out", "db01.md", "--store", "fleet.db")]
    [InlineData("asks for html, which this command does not write: it writes text, json", "history", "list", "--out", "runs.html", "--store", "fleet.db")]
    [InlineData("--out clock.pdf asks for pdf, which this command does not write: it writes text, json, csv, html, markdown, openmetrics; choose one with --output", "check", "--out", "clock.pdf")]
    [InlineData("--password-file is empty", "scan", "vc1", "--user", "u", "--password-file", "")]
    [InlineData("--store is empty", "check", "--save", "--store", "")]
    [InlineData(OfServer, "check", "--save", "--store", "Host=h;Database=d;Password=secret-word")]
    [InlineData(OfServer, "watch", "--for", "1s", "--save", "--store", "postgres://h/d")]
    [InlineData(OfServer, "history", "list", "--store", "postgres://u:secret-word@h/d")]
    [InlineData(OfServer, "report", "--from", "latest", "--store", "Host=h;Database=d")]
    [InlineData(OfServer, "scan", "vc1", "--user", "u", "--insecure", "--store", "postgresql://h/d")]
    [InlineData("specify who logs in to 127.0.0.1: --user NAME", "scan", "127.0.0.1")]
    [InlineData("there is no password", "scan", "127.0.0.1", "--user", "scan")]
    [InlineData("'http://vc1' is not a valid address", "scan", "http://vc1", "--user", "scan")]
    [InlineData("64", "scan", "127.0.0.1", "--user", "scan", "--thumbprint", "AA:BB")]
    [InlineData("cannot be used together", "scan", "127.0.0.1", "--user", "scan", "--insecure", "--ca-file", "x")]
    [InlineData("cannot be used together", "scan", "127.0.0.1", "--user", "scan", "--password-stdin", "--password-file", "x")]
    [InlineData("cannot be read", "scan", "127.0.0.1", "--user", "scan", "--password-file", "/nowhere/password")]
    [InlineData("--tolerance takes a number above 0", "scan", "127.0.0.1", "--user", "scan", "--tolerance", "0")]
    [InlineData("--remedies takes a file that ends in .ps1 or .sh", "scan", "127.0.0.1", "--user", "scan", "--remedies", "fix.bat")]
    [InlineData("specify which vCenters to read: HOST, or --config FILE", "scan", "--user", "scan")]
    [InlineData("--every takes at least 1s, not '500ms'", "watch", "--every", "500ms")]
    [InlineData("--output takes text, json, not 'openmetrics'", "watch", "--output", "openmetrics")]
    [InlineData("watch has no option '--metrics'", "watch", "--metrics", "watch.prom")]
    [InlineData("cannot write '/nowhere/log.jsonl'", "watch", "--log", "/nowhere/log.jsonl")]
    [InlineData("cannot write '/tmp'", "watch", "--log", "/tmp")]
    [InlineData("--publish", "check", "--publish", "--anonymize")]
    [InlineData("--publish", "watch", "--publish", "--anonymize")]
    [InlineData("--tools-program", "check", "--tools-program", "/usr/bin/vmtoolsd")]
    [InlineData("--tools-program", "check", "--publish", "--tools-program=vmtoolsd")]
    [InlineData("--clear", "publish")]
    [InlineData("specify the configuration to check: --config FILE", "config", "check")]
    [InlineData("the configuration cannot be read", "config", "check", "--config", "/nowhere/timerprobe.json")]
    [InlineData("the guests' results cannot be read", "scan", "127.0.0.1", "--user", "scan", "--insecure", "--guest-results", "/nowhere")]
    [InlineData("Required argument 'FILE' missing", "log")]
    [InlineData("--output takes text, json, not 'html'", "log", "vmware.log", "--output", "html")]
    [InlineData("--fail-on takes", "log", "vmware.log", "--fail-on", "away")]
    public async Task Wrong_usage_gets_a_sentence_and_exit_code_2(string sentence, params string[] arguments)
    {
        Needs.Linux();
        var result = await TimerProbeProgram.InProcess.With(arguments).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", arguments.Contains("--insecure") ? "x" : null).EndsAsync(2, sentence);
        Assert.Empty(result.Out);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret-word", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_is_data_and_exits_with_0()
    {
        var result = await TimerProbeProgram.InProcess.With("check", "--help").RunAsync();
        Assert.Contains("Examples\n  timerprobe check\n", result.Out, StringComparison.Ordinal);
        Assert.Equal(0, result.ExitCode);
    }
}
