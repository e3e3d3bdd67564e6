using TimerProbe.Core.Documents;
using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet.Alerts;
using TimerProbe.Fleet.Store;

namespace TimerProbe.EndToEnd.Store;

/// <summary>Alerts of scans that are kept, by the real executable and a program that takes them.</summary>
public sealed class AlertTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_vcenter_that_does_not_answer_is_told_of_once_at_first_and_once_at_the_count()
    {
        ConfigureProgram("cat >> '{0}'");

        var codes = new List<int>();
        for (var i = 0; i < 4; i++)
        {
            codes.Add((await ScanAsync()).ExitCode);
        }

        Assert.Equal([4, 4, 4, 4], codes);
        var told = (await File.ReadAllLinesAsync(_folder["told"], Cancel)).Select(AlertJson.Read).ToList();
        Assert.Equal([AlertKind.ScanFailed, AlertKind.NotAnswering], told.Select(alert => alert.Kind));
        Assert.Equal(["notAnswering delivered", "scanFailed delivered"], await KeptAsync());
    }

    [Fact]
    public async Task An_alert_that_is_not_taken_is_complained_of_and_kept_and_changes_no_exit_code()
    {
        ConfigureProgram("exit 3");

        var result = await ScanAsync();

        Assert.Equal((4, ""), (result.ExitCode, result.Out));
        Assert.Contains("alerts for command were not delivered: the program ended with exit code 3", result.Error, StringComparison.Ordinal);
        Assert.Equal(["scanFailed pending"], await KeptAsync());
    }

    [Fact]
    public async Task An_alert_that_somebody_knows_of_is_sent_to_nobody_any_more()
    {
        ConfigureProgram("exit 3");
        await ScanAsync();
        var alerts = TimerProbeProgram.FrameworkDependent.With("history", "alerts", "--store", _folder["fleet.db"]);
        var listed = await alerts.RunAsync();
        Assert.Contains("command: pending after 1 try: the program ended with exit code 3", listed.Out, StringComparison.Ordinal);
        var id = listed.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries)[^1].Trim();
        Assert.Contains("command: acknowledged", (await alerts.With("--acknowledge", id).RunAsync()).Out, StringComparison.Ordinal);
        Assert.Equal(2, (await alerts.With("--acknowledge", id).RunAsync()).ExitCode);
        Assert.Equal(["scanFailed acknowledged"], await KeptAsync());
    }

    [Fact]
    public async Task Without_a_scan_that_is_kept_it_is_said_that_nobody_is_told()
    {
        ConfigureProgram("cat >> '{0}'");
        await File.WriteAllTextAsync(_folder["timerprobe.json"], (await File.ReadAllTextAsync(_folder["timerprobe.json"], Cancel)).Replace("true }", "false }", StringComparison.Ordinal), Cancel);

        var result = await ScanAsync();

        Assert.Contains("without --save none are made or sent", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("told", _folder.Files);
    }

    private void ConfigureProgram(string script)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program that is told is a shell script.");
        _folder.Write("tell.sh", string.Format(System.Globalization.CultureInfo.InvariantCulture, script, _folder["told"]) + "\n");
        _folder.Write(
            "timerprobe.json",
            $$"""
            {
              "vcenters": [ { "server": "127.0.0.1:1", "user": "scan", "insecure": true, "passwordEnvironment": "VC_PASSWORD" } ],
              "store": { "target": "fleet.db", "save": true },
              "alerts": { "notAnsweredAfter": 3, "command": { "file": "/bin/sh", "arguments": [ "{{_folder["tell.sh"]}}" ] } },
            }
            """);
    }

    private async Task<IReadOnlyList<string>> KeptAsync()
    {
        await using var store = await FleetStore.OpenAsync(StoreTarget.OfFile(_folder["fleet.db"]), new StoreOptions { Access = StoreAccess.Read }, Cancel);
        return [.. (await store.Alerts.ListAsync(state: null, 10, Cancel)).Select(alert => $"{alert.Kind} {alert.State.ToDocumentName()}")];
    }

    private Task<ProgramResult> ScanAsync() => TimerProbeProgram.FrameworkDependent
        .With("scan", "--config", _folder["timerprobe.json"]).WithEnvironment("VC_PASSWORD", "x").RunAsync();
}
