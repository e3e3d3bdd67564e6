namespace TimerProbe.Browser.Tests;

/// <summary>Reading the report, as its readers do: with scripts and without, by keyboard, on paper.</summary>
public sealed class ReadingTests(Chromium chromium)
{
    /// <summary>Hosts one by one and what is each finding's own are for the screen.</summary>
    private const string AreContentsForPaperToBeSeen =
        "[...document.querySelectorAll('details.look > div, .remedies > li > details > .caveats, .all > summary, .all > details > summary')]" +
        ".every(content => content.checkVisibility({ contentVisibilityAuto: false }) && content.getBoundingClientRect().height > 0)";

    [Fact]
    public async Task The_page_says_nothing_in_the_console_and_asks_for_nothing()
    {
        foreach (var file in (ReportFile[])[ReportFile.Sample, ReportFile.Lab, ReportFile.Large, ReportFile.Hostile, ReportFile.Check, ReportFile.Sql])
        {
            await using var open = await chromium.OpenAsync(file);
            await open.UnfoldAsync();
            await open.Page.EvaluateAsync("new Promise(done => requestAnimationFrame(() => setTimeout(done)))");
            Assert.Empty(open.Troubles);
            Assert.Equal([file.Address], open.Requests);
        }
    }

    [Fact]
    public async Task Hostile_names_are_read_and_not_run()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Hostile);
        Assert.Equal(HostileNames.All.Select(row => row.Data.Item2.Trim()).Order(StringComparer.Ordinal), (await open.ShownAsync())
            .Order(StringComparer.Ordinal));
        Assert.Equal(1, await open.Page.Locator("script").CountAsync());
        Assert.Equal(0, await open.Page.Locator("img, iframe, object").CountAsync());
        foreach (var (_, seen) in HostileNames.All.Select(row => row.Data))
        {
            await open.Filter("cluster").SelectOptionAsync(new SelectOptionValue { Label = seen.Trim() });
            await Assertions.Expect(open.Page.Locator("#rows tbody tr:not([hidden]) th")).ToHaveTextAsync([seen.Trim()]);
        }

        Assert.Empty(open.Troubles);
    }

    [Fact]
    public async Task Everything_is_there_without_scripts()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { JavaScriptEnabled = false });
        await Assertions.Expect(open.Page.Locator("#rows tbody tr")).ToHaveCountAsync(SampleScan.Document.VCenters.Sum(center => center.VirtualMachines.Count));
        await Assertions.Expect(open.Page.Locator("#filter")).ToBeHiddenAsync();
        await Assertions.Expect(open.Page.Locator("button:visible")).ToHaveCountAsync(0);
        await open.Page.Locator("#findings summary", new() { HasText = "SQLPROD01" }).ClickAsync();
        await Assertions.Expect(open.Page.GetByText("Stop-VMGuest").First).ToBeVisibleAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_leads_to_its_finding(bool scripts)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { JavaScriptEnabled = scripts });
        var details = open.Page.Locator("#findings details", new() { HasText = "VM SQLPROD01" }).Last;
        await Assertions.Expect(details).Not.ToHaveAttributeAsync("open", "");
        await open.Page.Locator("#rows tbody tr", new() { HasText = "SQLPROD01" }).First.Locator("a").First.ClickAsync();
        await Assertions.Expect(details).ToHaveAttributeAsync("open", "");
        await Assertions.Expect(details.Locator("pre").First).ToBeInViewportAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Paper_shows_what_is_folded_but_for_the_commands_of_each_machine(bool scripts)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { JavaScriptEnabled = scripts, ColorScheme = ColorScheme.Dark });
        await open.Page.EmulateMediaAsync(new() { Media = Media.Print, ColorScheme = ColorScheme.Dark });
        Assert.True(await open.Page.EvaluateAsync<bool>(AreContentsForPaperToBeSeen));
        await Assertions.Expect(open.Page.Locator("#findings pre:visible")).ToHaveCountAsync(0);
        Assert.Equal("rgb(255, 255, 255)", await open.Page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor"));
        await Assertions.Expect(open.Page.Locator("nav")).ToBeHiddenAsync();
        Assert.Equal("visible", await open.Page.EvaluateAsync<string>("getComputedStyle(document.querySelector('.rows')).overflowY"));
    }

    [Fact]
    public async Task The_keyboard_sorts_and_the_head_says_so()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample);
        await open.Page.Keyboard.PressAsync("Tab");
        Assert.Equal("Skip to the report", await open.Page.EvaluateAsync<string>("document.activeElement.textContent"));
        await open.Page.Locator("#rows thead button").Nth(1).FocusAsync();
        await open.Page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(open.Page.Locator("#rows thead th").Nth(1)).ToHaveAttributeAsync("aria-sort", "ascending");
        await open.Page.Keyboard.PressAsync("Space");
        await Assertions.Expect(open.Page.Locator("#rows thead th").Nth(1)).ToHaveAttributeAsync("aria-sort", "descending");
        Assert.Equal("vc2.example.org", (await open.ShownAsync("vcenter"))[0]);
    }

    [Fact]
    public async Task Commands_are_copied_as_they_stand()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { Permissions = ["clipboard-read", "clipboard-write"] });
        var details = open.Page.Locator("#findings details", new() { HasText = "VM SQLPROD01" }).Last;
        await details.Locator("summary").ClickAsync();
        await details.GetByRole(AriaRole.Button, new() { Name = "Copy the steps for PowerCLI" }).First.ClickAsync();
        await Assertions.Expect(details.GetByText("Copied")).ToBeVisibleAsync();
        Assert.Equal(await details.Locator("pre").First.TextContentAsync(), await open.Page.EvaluateAsync<string>("navigator.clipboard.readText()"));
    }
}
