namespace TimerProbe.EndToEnd.Store;

/// <summary>Runs that are kept, by the real executable, in a store that the test then opens itself.</summary>
public sealed class SavingTests
{
    private const string OfServer = "this names a database, which is timerprobe-server's: its pages and /api have the history and the reports, and --submit hands runs to it";

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_check_is_kept_with_its_document()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var check = TimerProbeProgram.InProcess.With("check", "--save", "--store", place.Text, "--fail-on", "never");
        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        await using var store = await place.OpenAsync(StoreAccess.Read);
        var runs = await store.Runs.ListAsync(new RunQuery(), Cancel);
        Assert.Equal([RunKinds.Check, RunKinds.Check], runs.Select(run => run.Kind));
        Assert.All(runs, run => Assert.Equal(Environment.MachineName, run.Subject));
        Assert.NotNull(await store.Runs.ReadDocumentAsync(runs[0].DocumentId, Cancel));
    }

    [Fact]
    public async Task A_scan_is_kept_and_another_without_a_change_says_so()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var vcenter = await SimulatedVCenter.StartAsync();
        Assert.Equal(5, (await vcenter.Scan("--save", "--store", place.Text).RunAsync()).ExitCode);
        Assert.Equal(5, (await vcenter.Scan("--save", "--store", place.Text).RunAsync()).ExitCode);
        await using var store = await place.OpenAsync(StoreAccess.Read);
        Assert.Equal(2, (await store.Runs.ListAsync(new RunQuery { Kind = RunKinds.Scan }, Cancel)).Count);
        Assert.Empty(await store.History.ChangesAsync(TimeWindow.Everything, 10, Cancel));
        Assert.NotEmpty(await store.History.FindMachinesAsync("away-vm-migrated", Cancel));
        Assert.Equal(0, Assert.Single(await store.TargetsAsync(Cancel)).Failures);
    }

    [Fact]
    public async Task A_vcenter_that_does_not_answer_is_counted()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var scan = TimerProbeProgram.InProcess.With("scan", "127.0.0.1:1", "--user", "scan", "--insecure", "--save", "--store", place.Text)
            .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "x");
        Assert.Equal(4, (await scan.RunAsync()).ExitCode);
        Assert.Equal(4, (await scan.RunAsync()).ExitCode);
        await using var store = await place.OpenAsync(StoreAccess.Read);
        Assert.Equal(2, Assert.Single(await store.TargetsAsync(Cancel)).Failures);
    }

    [Fact]
    public async Task Two_scans_of_one_vcenter_into_one_store_do_not_run_at_once()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        await using var held = (await store.ClaimAsync(
            ["127.0.0.1:1"], new LockHolder("collector", 4711, "svc-timerprobe", DateTimeOffset.UnixEpoch, "timerprobe scan"), Cancel))!;
        var scan = TimerProbeProgram.InProcess.With("scan", "127.0.0.1:1", "--user", "scan", "--insecure", "--save", "--store", place.Text)
            .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "x");
        var result = await scan.RunAsync();
        Assert.Equal((6, ""), (result.ExitCode, result.Out));
        Assert.Contains("process 4711 of svc-timerprobe on collector", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_is_held_against_its_own_faster_run()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var server = new ModelServer();
        var run = server.Sql("--argument", "100000007", "--workload", "primality", "setControl");
        Assert.Equal(0, (await run.With("--save", "--store", place.Text).RunAsync()).ExitCode);
        server.StatementNs *= 4;
        var (_, document) = await run.With("--store", place.Text).ToSqlDocumentAsync();
        Assert.Equal((SqlState.Slow, SqlCause.Clock), (document.Verdict.State, document.Verdict.Cause));
        await using var store = await place.OpenAsync(StoreAccess.Read);
        Assert.Single(await store.Runs.ListAsync(new RunQuery { Kind = RunKinds.Sql }, Cancel));
    }

    [Fact]
    public async Task What_is_refused_makes_no_store()
    {
        using var folder = new TemporaryFolder();
        var store = folder["fleet.db"];
        var result = await TimerProbeProgram.InProcess.With("check", "--save", "--store", store, "--out", store).RunAsync();
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
        Assert.False(File.Exists(store));
    }

    [Theory]
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
    public async Task What_makes_no_sense_is_said_in_a_sentence(string sentence, params string[] arguments)
    {
        var result = await TimerProbeProgram.InProcess.With(arguments).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "x").RunAsync();
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret-word", result.Error, StringComparison.Ordinal);
    }
}
