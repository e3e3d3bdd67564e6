namespace TimerProbe.EndToEnd.Store;

/// <summary>Alerts of scans that are kept, by the real executable and a program that takes them.</summary>
public sealed class AlertTests : IAsyncDisposable
{
    private TestStore? _place;

    private TestStore Place => _place!;

    public ValueTask DisposeAsync() => _place?.DisposeAsync() ?? ValueTask.CompletedTask;

    [Fact]
    public async Task A_vcenter_that_does_not_answer_is_told_of_once_at_first_and_once_at_the_count()
    {
        await ConfigureProgramAsync("cat >> '{0}'");

        var codes = new List<int>();
        for (var i = 0; i < 4; i++)
        {
            codes.Add((await ScanAsync()).ExitCode);
        }

        Assert.Equal([4, 4, 4, 4], codes);
        var told = (await File.ReadAllLinesAsync(Place["told"], Cancel)).Select(AlertPayload.Read).ToList();
        Assert.Equal([AlertKind.ScanFailed, AlertKind.NotAnswering], told.Select(alert => alert.Kind));
        Assert.Equal(["notAnswering delivered", "scanFailed delivered"], await KeptAsync());

        var text = await File.ReadAllTextAsync(Place["timerprobe.json"], Cancel);
        await File.WriteAllTextAsync(Place["timerprobe.json"], text.Replace("true }", "false }", StringComparison.Ordinal), Cancel);
        Assert.Contains("without --save, none are created or sent", (await ScanAsync()).Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_alert_that_is_not_taken_is_complained_of_and_sent_by_a_later_scan()
    {
        await ConfigureProgramAsync("[ -e '{0}.open' ] && cat >> '{0}' || exit 3");

        var refused = await ScanAsync();

        Assert.Equal((4, ""), (refused.ExitCode, refused.Out));
        Assert.Contains("alerts for command were not delivered: the program ended with exit code 3", refused.Error, StringComparison.Ordinal);
        Assert.Equal(["scanFailed pending"], await KeptAsync());

        await Place.PassAsync(TimeSpan.FromMinutes(2));
        await File.WriteAllTextAsync(Place["told.open"], "", Cancel);
        Assert.DoesNotContain("not delivered", (await ScanAsync()).Error, StringComparison.Ordinal);
        Assert.Equal(["scanFailed delivered"], await KeptAsync());
        Assert.Single(await File.ReadAllLinesAsync(Place["told"], Cancel));
    }

    [Fact]
    public async Task An_alert_that_somebody_knows_of_is_acknowledged_by_the_beginning_of_its_id()
    {
        await ConfigureProgramAsync("exit 3");
        await ScanAsync();
        var alerts = TimerProbeProgram.InProcess.With("history", "alerts", "--store", Place.Text);
        var listed = (await alerts.RunAsync()).Out;
        Assert.Contains("command: pending after 1 try: the program ended with exit code 3", listed, StringComparison.Ordinal);
        var id = listed.Split('\n', StringSplitOptions.RemoveEmptyEntries)[^1].Trim();

        Assert.Contains("no alert has the id", (await alerts.With("--acknowledge", id[..7]).RunAsync()).Error, StringComparison.Ordinal);
        Assert.Contains("command: acknowledged", (await alerts.With("--acknowledge", id[..8]).RunAsync()).Out, StringComparison.Ordinal);
        Assert.Equal(2, (await alerts.With("--acknowledge", id).RunAsync()).ExitCode);
        Assert.Equal(["scanFailed acknowledged"], await KeptAsync());
    }

    private async Task ConfigureProgramAsync(string script)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program that is told is a shell script.");
        _place = await TestStore.NewAsync(Engine.Sqlite);
        await File.WriteAllTextAsync(Place["tell.sh"], string.Format(System.Globalization.CultureInfo.InvariantCulture, script, Place["told"]) + "\n", Cancel);
        await File.WriteAllTextAsync(
            Place["timerprobe.json"],
            $$"""
            {
              "vcenters": [ { "server": "127.0.0.1:1", "user": "scan", "insecure": true, "passwordEnvironment": "VC_PASSWORD" } ],
              "store": { "target": "{{Place.Text}}", "save": true },
              "alerts": { "notAnsweredAfter": 3, "command": { "file": "/bin/sh", "arguments": [ "{{Place["tell.sh"]}}" ] } },
            }
            """,
            Cancel);
    }

    private async Task<IReadOnlyList<string>> KeptAsync()
    {
        await using var store = await Place.OpenAsync(StoreAccess.Read);
        return [.. (await store.Alerts.ListAsync(10, Cancel)).Select(alert => $"{alert.Kind} {alert.State.ToDocumentName()}")];
    }

    private Task<ProgramResult> ScanAsync() => TimerProbeProgram.InProcess.With("scan", "--config", Place["timerprobe.json"]).WithEnvironment("VC_PASSWORD", "x").RunAsync();
}
