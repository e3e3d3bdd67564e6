namespace TimerProbe.EndToEnd.History;

public sealed class ReportFromStoreTests
{
    [Fact]
    public async Task The_latest_is_the_newest_run_or_the_newest_of_a_kind()
    {
        await using var saved = await SavedStore.NewAsync();
        Assert.Contains(saved.Newest.Id.ToString(), await ReportAsync(saved, "latest"), StringComparison.Ordinal);
        Assert.Contains(saved.Check.Id.ToString(), await ReportAsync(saved, "latest", "--kind", "check"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_document_is_found_by_its_id_or_its_beginning()
    {
        await using var saved = await SavedStore.NewAsync();
        var id = saved.Check.Id.ToString();
        Assert.Contains(id, await ReportAsync(saved, id), StringComparison.Ordinal);
        Assert.Contains(id, await ReportAsync(saved, id[..13].ToUpperInvariant()), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_of_the_name_comes_first()
    {
        await using var saved = await SavedStore.NewAsync();
        await File.WriteAllTextAsync(saved["latest"], "{}", Cancel);
        var program = TimerProbeProgram.InProcess with { WorkingDirectory = saved.Folder };
        await program.With("report", "--from", "latest", "--store", saved.Text).EndsAsync(2, "'latest' is not a timerprobe document: it names no schema");
    }

    [Theory]
    [InlineData("latest", "the store has no run of sql", "--kind", "sql")]
    [InlineData("00000000", "no stored document has an id that begins with it")]
    [InlineData("00000000-0000-4000-8000-000000000000", "the store has no document 00000000-0000-4000-8000-000000000000")]
    [InlineData("2026-report.json", "cannot read '2026-report.json'")]
    public async Task What_is_not_there_is_a_sentence(string from, string sentence, params string[] options)
    {
        await using var saved = await SavedStore.NewAsync();
        await saved.Program(["report", "--from", from, .. options]).EndsAsync(2, sentence, "");
    }

    [Fact]
    public async Task A_saved_history_is_rendered_again()
    {
        await using var saved = await SavedStore.NewAsync();
        Assert.Equal(0, (await saved.HistoryAsync("VM00003", "--out", saved["history.json"])).ExitCode);
        var again = await TimerProbeProgram.InProcess.With("report", "--from", saved["history.json"]).RunAsync();
        Assert.Equal((await saved.HistoryAsync("VM00003")).Out, again.Out);
    }

    private static async Task<string> ReportAsync(SavedStore saved, string from, params string[] options) =>
        (await saved.Program(["report", "--from", from, "--output", "json", .. options]).SucceedsAsync(error: "")).Out;
}
