namespace TimerProbe.Fleet.Tests.Alerts;

/// <summary>A program that is run for an alert: a real process.</summary>
public sealed class CommandChannelTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-alerts-");

    [Fact]
    public async Task An_alert_for_a_receiver_that_only_others_know_is_left_to_them_and_given_up_in_the_end()
    {
        Needs.Linux();
        await using var fleet = await AlertFleet.NewAsync();
        await fleet.SendAwayAsync("mail:vmware@example.org");
        var channel = Script("exit 0");

        var reports = await fleet.DeliverAsync(channel, times: 2);
        await using var store = await fleet.OpenAsync();
        var left = Assert.Single(await store.Alerts.ListAsync(10, Cancel));
        fleet.Time.Now += TimeSpan.FromDays(8);
        var late = await fleet.DeliverAsync(channel);

        Assert.All(reports, report => Assert.Equal((0, 0, 0), (report.Delivered, report.PutOff, report.Warnings.Count)));
        Assert.Equal((0, AlertState.Pending), (left.Attempts, left.State));
        Assert.Equal("alerts for mail:vmware@example.org are given up: no receiver with this name is configured any longer", Assert.Single(late.Warnings));
        Assert.Equal(AlertState.Failed, Assert.Single(await store.Alerts.ListAsync(10, Cancel)).State);
    }

    [Fact]
    public async Task A_program_that_fails_first_gets_the_alert_again_and_no_secret()
    {
        Needs.Linux();
        await using var fleet = await AlertFleet.NewAsync();
        var channel = Script("""
            echo "$TIMERPROBE_ALERT_KIND|$TIMERPROBE_ALERT_SUBJECT|$TIMERPROBE_ALERT_ID|$TIMERPROBE_VCENTER_PASSWORD" >> calls
            cat > payload
            [ "$(wc -l < calls)" -gt 1 ]
            """);
        await fleet.SendAwayAsync(channel.Name, "$(touch evil); `touch evil`");
        Environment.SetEnvironmentVariable("TIMERPROBE_VCENTER_PASSWORD", "tr0ub4dor");

        var reports = await fleet.DeliverAsync(channel, times: 4);

        Assert.Equal([0, 1, 0, 0], reports.Select(report => report.Delivered));
        Assert.Contains("the program ended with exit code 1", Assert.Single(reports[0].Warnings), StringComparison.Ordinal);
        var payload = AlertPayload.Read(await File.ReadAllTextAsync(In("payload"), Cancel));
        var calls = await File.ReadAllLinesAsync(In("calls"), Cancel);
        Assert.Equal(Enumerable.Repeat($"wentAway|$(touch evil); `touch evil`|{payload.Id}|", 2), calls);
        Assert.False(File.Exists(In("evil")));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_program_that_does_not_end_is_ended_with_its_children()
    {
        Needs.Linux();
        await using var fleet = await AlertFleet.NewAsync();
        var channel = Script("""
            sleep 1000 &
            echo $! > child
            wait
            """);

        var report = await fleet.AlertAsync(channel, attemptLimit: TimeSpan.FromSeconds(5));

        Assert.Contains("there was no answer within 5 s", Assert.Single(report.Warnings), StringComparison.Ordinal);
        var child = (await File.ReadAllTextAsync(In("child"), TestContext.Current.CancellationToken)).Trim();
        while (File.Exists($"/proc/{child}/cmdline") && (await File.ReadAllTextAsync(
            $"/proc/{child}/cmdline", Cancel)).StartsWith("sleep", StringComparison.Ordinal))
        {
            await Task.Yield();
        }
    }

    [Fact]
    public async Task A_program_that_is_not_there_is_told_of()
    {
        await using var fleet = await AlertFleet.NewAsync();
        var channel = new CommandChannel(In("missing"), [], [], []);

        Assert.Contains("the program cannot be started", Assert.Single((await fleet.AlertAsync(channel)).Warnings), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_gets_the_variables_that_any_program_needs_and_those_that_are_named()
    {
        Needs.Linux();
        await using var fleet = await AlertFleet.NewAsync();
        var channel = Script("env > variables");
        await fleet.SendAwayAsync(channel.Name);
        Environment.SetEnvironmentVariable("PGPASSWORD", "tr0ub4dor");
        Environment.SetEnvironmentVariable("PASSED_BY_NAME", "yes");
        Environment.SetEnvironmentVariable("TIMERPROBE_TEST_SECRET", "tr0ub4dor");
        try
        {
            Assert.Equal(1, (await fleet.DeliverAsync(channel)).Delivered);
        }
        finally
        {
            Environment.SetEnvironmentVariable("PGPASSWORD", null);
            Environment.SetEnvironmentVariable("PASSED_BY_NAME", null);
            Environment.SetEnvironmentVariable("TIMERPROBE_TEST_SECRET", null);
        }

        var variables = await File.ReadAllTextAsync(In("variables"), Cancel);
        Assert.DoesNotContain("tr0ub4dor", variables, StringComparison.Ordinal);
        Assert.Contains("PATH=", variables, StringComparison.Ordinal);
        Assert.Contains("PASSED_BY_NAME=yes", variables, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private CommandChannel Script(string text)
    {
        var script = In("script.sh");
        File.WriteAllText(script, $"cd '{_folder.FullName}'\n{text}\n");
        return new CommandChannel("/bin/sh", [script], ["TIMERPROBE_TEST_SECRET", "PASSED_BY_NAME"], []);
    }

    private string In(string name) => Path.Combine(_folder.FullName, name);
}
