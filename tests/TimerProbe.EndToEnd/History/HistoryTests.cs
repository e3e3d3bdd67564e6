namespace TimerProbe.EndToEnd.History;

public sealed class HistoryTests
{
    [Fact]
    public async Task A_machine_is_told_with_its_moves_and_measurements_in_the_order_of_time()
    {
        await using var saved = await SavedStore.NewAsync();
        var result = await saved.HistoryAsync("VM00003");
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        var story = result.Out.Split('\n').Where(line => line.StartsWith("  at ", StringComparison.Ordinal)
            || line.StartsWith("  from ", StringComparison.Ordinal) || line.StartsWith("  by ", StringComparison.Ordinal)).ToList();
        string[] expected =
        [
            "  from 2026-08-01 03:00  home: on esx003.example.org", "  at   2026-08-01 03:10  measured healthy: 25 ns a call",
            "  at   2026-08-01 03:40  moved: from esx003.example.org to esx000.example.org", "went away",
            "  from 2026-08-01 03:40  away: on esx000.example.org (2,394.000 MHz)", "verdict: from healthy to slow",
            "  at   2026-08-01 04:10  measured slow: 1,180 ns a call, tscTrapped", "moved: from esx000.example.org to esx003.example.org",
            "came home", "  from 2026-08-01 06:00  home",
        ];
        Assert.Equal(expected.Length, story.Count);
        Assert.All(expected.Zip(story), line => Assert.Contains(line.First, line.Second, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("vm00003", 3)]
    [InlineData("4222abcd-0000-4000-8000-000000000003", 3)]
    [InlineData("esx003.example.org", 0)]
    [InlineData("CLUSTER-00", 22)]
    public async Task Whatever_has_a_name_has_a_document_that_fits_the_schema(string name, int states)
    {
        await using var saved = await SavedStore.NewAsync();
        var result = await saved.HistoryAsync(name, "--output", "json");
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        await DocumentSchema.AssertValidAsync(result.Out, "timerprobe.history.1.json");
        var document = DocumentJson.Read<HistoryDocument>(System.Text.Encoding.UTF8.GetBytes(result.Out));
        Assert.Equal(states, document.MachineStates.Count);
        Assert.Equal(4, document.Scans.Count);
        Assert.Equal(states != 3, document.Measurements.Count == 0);
    }

    [Fact]
    public async Task A_name_of_several_is_refused_with_all_of_them_and_a_vCenter_tells_which()
    {
        await using var saved = await SavedStore.NewAsync();
        await using (var store = await saved.OpenAsync())
        {
            var other = SampleFleet.VCenter(machines: 5) with { Server = "vc2.example.org", InstanceUuid = "5c6a1c3e-0000-4000-8000-000000000002" };
            await store.SaveAsync(SampleFleet.Scan(SavedStore.At.AddHours(4), other), cancellationToken: Cancel);
        }

        var several = await saved.HistoryAsync("VM00003");
        Assert.Equal((2, ""), (several.ExitCode, several.Out));
        Assert.Contains("vm VM00003 (vm-3) of vc1.example.org", several.Error, StringComparison.Ordinal);
        Assert.Contains("vm VM00003 (vm-3) of vc2.example.org", several.Error, StringComparison.Ordinal);
        Assert.Equal(0, (await saved.HistoryAsync("VM00003", "--server", "VC2.example.org")).ExitCode);
    }

    [Theory]
    [InlineData("the store has no virtual machine, host, cluster or guest 'VM0003'; did you mean VM00003, VM00013, VM00000?", "history", "VM0003")]
    [InlineData("of vc9.example.org; enter the whole name; case does not matter", "history", "VM00003", "--server", "vc9.example.org")]
    [InlineData("--from is not before the end", "history", "VM00003", "--from", "2026-08-02", "--to", "2026-08-01")]
    [InlineData("--kind takes vm, host, cluster, guest, not 'pod'", "history", "VM00003", "--kind", "pod")]
    [InlineData("--older-than takes an age", "history", "prune", "--older-than", "soon")]
    public async Task What_cannot_be_is_a_sentence(string sentence, params string[] arguments)
    {
        await using var saved = await SavedStore.NewAsync();
        await saved.Program(arguments).EndsAsync(2, sentence, "");
    }

    [Theory]
    [InlineData("VM00003")]
    [InlineData("list")]
    [InlineData("prune", "--older-than", "1d")]
    public async Task A_store_that_is_not_there_is_not_made(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        await TimerProbeProgram.InProcess.With(["history", .. arguments, "--store", folder["none.db"]]).EndsAsync(2, "there is no store at");
        Assert.Empty(folder.Files);
    }

    [Fact]
    public async Task The_list_shows_the_newest_first_and_pruning_says_what_it_removed()
    {
        await using var saved = await SavedStore.NewAsync();
        var list = (await saved.RunAsync("history", "list")).Out.TrimEnd('\n').Split('\n');
        Assert.Equal(6, list.Length);
        Assert.StartsWith("2026-08-01 06:00  scan   vc1.example.org  complete", list[0], StringComparison.Ordinal);
        Assert.Contains(saved.Newest.Id.ToString(), list[0], StringComparison.Ordinal);
        Assert.All((await saved.RunAsync("history", "list", "--kind", "check", "--most", "1")).Out.TrimEnd('\n')
            .Split('\n'), line => Assert.Contains("check  vm00003", line, StringComparison.Ordinal));

        Assert.Matches("^Removed 6 runs that started before .* UTC\\.", (await saved.RunAsync("history", "prune", "--older-than", "1h")).Out);
        Assert.StartsWith("Nothing to remove", (await saved.RunAsync("history", "prune", "--older-than", "1h")).Out, StringComparison.Ordinal);
        Assert.StartsWith("No matching runs", (await saved.RunAsync("history", "list")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_list_has_a_document_that_fits_the_schema_and_is_rendered_again()
    {
        await using var saved = await SavedStore.NewAsync();
        Assert.Equal(0, (await saved.RunAsync("history", "list", "--kind", "check", "--out", saved["runs.json"])).ExitCode);
        var json = await File.ReadAllBytesAsync(saved["runs.json"], Cancel);
        await DocumentSchema.AssertValidAsync(System.Text.Encoding.UTF8.GetString(json), "timerprobe.runs.1.json");
        var document = DocumentJson.Read<RunsDocument>(json);
        Assert.Equal(("check", 20, 2), (document.Kind, document.Most, document.Runs.Count));
        Assert.Equal((saved.Check.Id, saved.Check.StartedAt, "slow", "tscTrapped"),
            (document.Runs[0].Id, document.Runs[0].StartedAt, document.Runs[0].State, document.Runs[0].Cause));

        var list = await saved.RunAsync("history", "list", "--kind", "check");
        Assert.Equal(list.Out, (await TimerProbeProgram.InProcess.With("report", "--from", saved["runs.json"]).RunAsync()).Out);
    }

    [Fact]
    public async Task The_configuration_names_the_store_too()
    {
        await using var saved = await SavedStore.NewAsync();
        await File.WriteAllTextAsync(saved["timerprobe.json"], $$"""{ "store": { "target": "{{saved.Text}}" } }""", Cancel);
        var result = await TimerProbeProgram.InProcess.With("history", "list", "--config", saved["timerprobe.json"]).SucceedsAsync(error: "");
        Assert.Contains("vc1.example.org", result.Out, StringComparison.Ordinal);
    }
}
