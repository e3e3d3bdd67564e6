namespace TimerProbe.EndToEnd.Check;

public sealed class BadInputTests
{
    private const string OfServer = "this names a database, which is timerprobe-server's: its pages and /api have the history and the reports, and --submit hands runs to it";

    [Theory]
    [InlineData("check has no option '--frobnicate'", "check", "--frobnicate")]
    [InlineData("timerprobe has no command 'chek'; did you mean check?", "chek")]
    [InlineData("plan has no command 'patch'", "plan", "patch", "--from", "scan.json")]
    [InlineData("--budget takes a duration such as 400ms, 30s or 2m, at most 24h, not '4'", "check", "--budget", "4")]
    [InlineData("--drift takes at least 10s", "check", "--drift", "3s")]
    [InlineData("--reference takes an NTP server as HOST or HOST:PORT, not 'http://x'", "check", "--reference", "http://x")]
    [InlineData("--rounds takes a number from 2 to 10000, or one with a length such as 3x200ms, not '3x'", "check", "--rounds", "3x")]
    [InlineData("--processors takes a list such as 0,2-5 or 1:0-3, not '2-1'", "check", "--processors", "2-1")]
    [InlineData("processor 4000 does not exist or this process may not use it", "check", "--processors", "4000")]
    [InlineData("--output takes text, json, csv, html, markdown, openmetrics, not 'yaml'", "check", "--output", "yaml")]
    [InlineData("there is no option '--password'", "scan", "vc1.example.org", "--user", "me", "--password", "hunter2")]
    [InlineData("check has no option '--password'", "check", "--password", "hunter2")]
    [InlineData("'...@vc1' is not a valid address", "scan", "me:hunter2@vc1", "--user", "me")]
    [InlineData("'...@db1' is not a valid server", "sql", "--server", "me:hunter2@db1")]
    [InlineData("the password file cannot be read: it does not exist (it takes a path, not the password itself)", "scan", "vc1.example.org", "--user", "me", "--password-file", "hunter2")]
    [InlineData("timerprobe keeps its store in a file", "history", "list", "--store", "me:hunter2@db1")]
    [InlineData("there is no rule 'TP999'", "rules", "explain", "TP999")]
    [InlineData("--store has no effect without --save", "check", "--store", "fleet.db")]
    [InlineData("--save stores the real names", "check", "--save", "--anonymize")]
    [InlineData("history prune applies to the whole store: remove 'DB01'", "history", "DB01", "prune", "--older-than", "1d", "--store", "fleet.db")]
    [InlineData("put --store after 'prune', not before it", "history", "--store", "fleet.db", "prune", "--older-than", "1d")]
    [InlineData("put --no-color after 'check', not before it", "--no-color", "check")]
    [InlineData("--reference takes an NTP server as HOST or HOST:PORT, not '...@x'", "check", "--reference", "u:secret@x")]
    [InlineData("--out would replace fleet.db, which --store names", "check", "--save", "--store", "fleet.db", "--out", "fleet.db")]
    [InlineData("asks for markdown, which this command does not write: it writes text, json, csv, html", "history", "DB01", "--out", "db01.md", "--store", "fleet.db")]
    [InlineData(OfServer, "check", "--save", "--store", "Host=h;Database=d;Password=secret-word")]
    [InlineData("specify who logs in to 127.0.0.1: --user NAME", "scan", "127.0.0.1")]
    [InlineData("there is no password", "scan", "127.0.0.1", "--user", "scan")]
    [InlineData("cannot be used together", "scan", "127.0.0.1", "--user", "scan", "--insecure", "--ca-file", "x")]
    [InlineData("--tolerance takes a number above 0", "scan", "127.0.0.1", "--user", "scan", "--tolerance", "0")]
    [InlineData("--remedies takes a file that ends in .ps1 or .sh", "scan", "127.0.0.1", "--user", "scan", "--remedies", "fix.bat")]
    [InlineData("specify which vCenters to read: HOST, or --config FILE", "scan", "--user", "scan")]
    [InlineData("--every takes at least 1s, not '500ms'", "watch", "--every", "500ms")]
    [InlineData("--output takes text, json, not 'openmetrics'", "watch", "--output", "openmetrics")]
    [InlineData("cannot write '/nowhere/log.jsonl'", "watch", "--log", "/nowhere/log.jsonl")]
    [InlineData("--publish", "check", "--publish", "--anonymize")]
    [InlineData("--tools-program", "check", "--tools-program", "/usr/bin/vmtoolsd")]
    [InlineData("--clear", "publish")]
    [InlineData("the token could be read on the way", "check", "--submit", "http://192.0.2.1:8085")]
    [InlineData("--submit takes an address", "check", "--submit", "timerprobe.example.org")]
    [InlineData("there is no token", "check", "--submit", "https://192.0.2.1")]
    [InlineData("--submit and --anonymize exclude each other", "check", "--submit", "https://192.0.2.1", "--anonymize")]
    [InlineData("--submit-ca-file has no effect without --submit", "check", "--submit-ca-file", "x")]
    [InlineData("the token file cannot be read", "check", "--submit", "https://192.0.2.1", "--submit-token-file", "nowhere")]
    [InlineData("specify the configuration to check: --config FILE", "config", "check")]
    [InlineData("the guests' results cannot be read", "scan", "127.0.0.1", "--user", "scan", "--insecure", "--guest-results", "/nowhere")]
    [InlineData("Required argument 'FILE' missing", "log")]
    [InlineData("--output takes text, json, not 'html'", "log", "vmware.log", "--output", "html")]
    [InlineData("--fail-on takes", "log", "vmware.log", "--fail-on", "away")]
    [InlineData("--argument takes a whole number from 2 to 9223372036854775807, not '1'", "sql", "--argument", "1")]
    [InlineData("not 'fast'", "sql", "--workload", "fast")]
    [InlineData("--repeat takes a number from 3", "sql", "--repeat", "2")]
    [InlineData("--quick and --argument cannot be used together", "sql", "--quick", "--argument", "97")]
    [InlineData("is not a valid server: the port after the comma", "sql", "--server", "DB01,99999")]
    [InlineData("--database is empty", "sql", "--database", " ")]
    [InlineData("specify whose password it is", "sql", "--password-file", "/dev/null")]
    [InlineData("--platform takes all, vmware, vmwaredesktop, kvm,", "rules", "explain", "TP101", "--platform", "vmwaare")]
    public async Task Wrong_usage_gets_a_sentence_and_exit_code_2(string sentence, params string[] arguments)
    {
        Needs.Linux();
        var program = TimerProbeProgram.InProcess.With(arguments).WithEnvironment("TIMERPROBE_SQL_PASSWORD", "x");
        var result = await program.WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", arguments.Contains("--insecure") ? "x" : null).EndsAsync(2, sentence, "");
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret-word", result.Error, StringComparison.Ordinal);
    }
}
