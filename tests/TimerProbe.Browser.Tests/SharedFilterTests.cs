namespace TimerProbe.Browser.Tests;

/// <summary>A filter stands in the address, and what it leaves is taken away as names or as a spreadsheet.</summary>
public sealed class SharedFilterTests(Chromium chromium)
{
    [Fact]
    public async Task A_filter_is_shared_with_the_address()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample);
        await open.Filter("placement").SelectOptionAsync("away");
        await open.Filter("text").FillAsync("SQL prod");
        await Assertions.Expect(open.Page).ToHaveURLAsync(new Regex(@"#machines\?text=SQL\+prod&placement=away$", RegexOptions.None, TimeSpan.FromSeconds(1)));
        var shown = await open.ShownAsync();

        await using var other = await chromium.OpenAsync(ReportFile.Sample);
        await other.Page.GotoAsync(open.Page.Url);
        await other.Page.ReloadAsync();
        Assert.Equal(shown, await other.ShownAsync());
        Assert.Equal("SQL prod", await other.Filter("text").InputValueAsync());
        await Assertions.Expect(other.Page.Locator("#machines-title")).ToBeInViewportAsync();
    }

    [Fact]
    public async Task A_count_of_the_matrix_and_a_host_show_their_machines()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample);
        var hosts = await open.ShownAsync("host");
        var onHost = hosts.Count(IsWanted);
        var cell = open.Page.Locator(".matrix td.away a").First;
        var count = int.Parse((await cell.TextContentAsync())!.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture);
        await cell.ClickAsync();
        await Assertions.Expect(open.Page.Locator("#rows tbody tr:visible")).ToHaveCountAsync(count);
        Assert.All(await open.ShownAsync("placement"), placement => Assert.StartsWith("away", placement, StringComparison.Ordinal));

        await open.Page.Locator(".hosts a", new() { HasText = "esx05" }).ClickAsync();
        await Assertions.Expect(open.Page.Locator("#rows-status")).ToHaveTextAsync($"{onHost} of {hosts.Count} virtual machines");
        Assert.All(await open.ShownAsync("host"), host => Assert.True(IsWanted(host), host));
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Clear" }).ClickAsync();
        await Assertions.Expect(open.Page.Locator("#rows-status")).ToHaveTextAsync($"{hosts.Count} virtual machines");
        await Assertions.Expect(open.Page).ToHaveURLAsync(new Regex("#machines$", RegexOptions.None, TimeSpan.FromSeconds(1)));

        static bool IsWanted(string host) => host.Split('.')[0] == "esx05";
    }

    [Fact]
    public async Task The_names_that_are_visible_are_copied()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { Permissions = ["clipboard-read", "clipboard-write"] });
        await open.Filter("placement").SelectOptionAsync("off");
        await Assertions.Expect(open.Page.Locator("#rows-status")).ToContainTextAsync(" of ");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Copy visible names" }).ClickAsync();
        await Assertions.Expect(open.Page.Locator("#copy-names")).ToContainTextAsync("copied");
        Assert.Equal(string.Join('\n', await open.ShownAsync()), await open.Page.EvaluateAsync<string>("navigator.clipboard.readText()"));
    }

    [Fact]
    public async Task What_is_visible_is_saved_as_a_spreadsheet_that_runs_nothing()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Hostile);
        var download = await open.Page.RunAndWaitForDownloadAsync(() => open.Page.Locator("#save-csv").ClickAsync());
        var lines = await File.ReadAllTextAsync(await download.PathAsync(), Cancel);
        Assert.StartsWith("Name,", lines.TrimStart('\uFEFF'), StringComparison.Ordinal);
        Assert.DoesNotMatch(@"(^|[,\n""])[=@](?=\w)", lines);
        Assert.Contains("'=", lines, StringComparison.Ordinal);
    }
}
