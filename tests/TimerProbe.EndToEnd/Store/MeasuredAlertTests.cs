namespace TimerProbe.EndToEnd.Store;

/// <summary>Alerts of what was measured and kept: by check, by watch and by sql.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class MeasuredAlertTests
{
    [Fact]
    public async Task A_guest_whose_clock_turns_slow_is_told_of_once_and_once_when_it_is_fast_again()
    {
        Needs.TrappedClock();
        using var receiver = new AlertReceiver();
        var check = TimerProbeProgram.Fastest.With("check", "--config", receiver.Config, "--budget", "2s");

        var codes = new List<int>();
        foreach (var run in (ProgramRun[])[check, check, check.Trapped(), check.Trapped(), check])
        {
            codes.Add((await run.RunAsync()).ExitCode);
        }

        Assert.Equal([0, 0, 10, 10, 0], codes);
        Assert.Equal([("turnedSlow", "guest", "tscTrapped"), ("noLongerSlow", "guest", "none")], receiver.Told);
        Assert.EndsWith(" has a slow clock now", receiver.Titles[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_configuration_mutes_is_shown_with_its_reason_and_told_to_nobody_and_fails_no_run()
    {
        Needs.TrappedClock();
        using var receiver = new AlertReceiver("""
            "rules": { "off": [ "TP104" ] },
            "mutes": [ { "rule": "TP101", "subject": "*", "reason": "known until it is moved", "expires": "2999-12-31" } ],
            """);
        string[] options = ["--config", receiver.Config, "--budget", "2s"];

        await TimerProbeProgram.Fastest.CheckAsync(options);
        var (result, document) = await TimerProbeProgram.Fastest.Trapped().CheckAsync(options);
        var text = await TimerProbeProgram.Fastest.Trapped().With("check", "--detail", "full").With(options).RunAsync();

        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        document.AssertVerdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        Assert.DoesNotContain(document.Findings, finding => finding.Rule == "TP101");
        Assert.Equal(("TP101", "known until it is moved"), Assert.Single(document.Muting!.Muted.Select(muted => (muted.Finding.Rule, muted.Reason))));
        Assert.Contains("TP101, 1 finding muted until 2999-12-31", text.Out, StringComparison.Ordinal);
        Assert.Empty(receiver.Told);
    }

    [Fact]
    public async Task What_fails_a_run_can_be_configured_and_the_command_line_comes_first()
    {
        Needs.TrappedClock();
        using var receiver = new AlertReceiver(""" "failOn": "never", """);
        var check = TimerProbeProgram.Fastest.Trapped().With("check", "--config", receiver.Config, "--budget", "2s");

        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        Assert.Equal(10, (await check.With("--fail-on", "critical").RunAsync()).ExitCode);
    }

    [Fact]
    public async Task Pseudonyms_hide_the_machine_in_what_is_muted_and_are_never_kept()
    {
        Needs.TrappedClock();
        using var receiver = new AlertReceiver($$"""
            "anonymize": true,
            "mutes": [
              { "rule": "TP101", "subject": "{{Environment.MachineName}}", "reason": "{{Environment.MachineName}} moves on Monday", "expires": "2999-12-31" },
              { "rule": "TP105", "subject": "{{Environment.MachineName}}", "reason": "was so once", "expires": "2001-12-31" },
            ],
            """);
        var refused = await TimerProbeProgram.Fastest.With("check", "--config", receiver.Config).RunAsync();
        var (result, document) = await TimerProbeProgram.Fastest.Trapped().CheckAsync("--config", receiver.WithoutSaving(), "--budget", "2s");

        Assert.Equal((2, ""), (refused.ExitCode, refused.Out));
        Assert.Contains("asks for pseudonyms", refused.Error, StringComparison.Ordinal);
        Assert.Equal("TP101", Assert.Single(document.Muting!.Muted).Finding.Rule);
        Assert.DoesNotContain($"{Environment.MachineName} moves", result.Out, StringComparison.Ordinal);
        Assert.NotEqual(Environment.MachineName, Assert.Single(document.Muting.Expired).Subject);
    }

    [Fact]
    public async Task A_sql_server_that_turns_slow_is_told_of_with_its_cause()
    {
        using var receiver = new AlertReceiver();
        await using var server = new ModelServer { StatementNs = 150, RowNs = 60 };
        var run = server.Sql("--quick", "--yes", "--workload", "statementCost", "setControl", "--config", receiver.Config);

        Assert.Equal(0, (await run.RunAsync()).ExitCode);
        server.StatementNs = 1_200;
        Assert.Equal(10, (await run.RunAsync()).ExitCode);
        Assert.Equal(10, (await run.RunAsync()).ExitCode);

        Assert.Equal([("turnedSlow", "sqlServer", "clock")], receiver.Told);
        Assert.Equal("DB01: SQL Server is slow now, because of its clock", receiver.Titles[0]);
    }
}
