namespace TimerProbe.Browser.Tests;

public sealed class ServerPageTests(Chromium chromium, ServerPageTests.FilledFleet filled) : IClassFixture<ServerPageTests.FilledFleet>
{
    private static readonly string[] Pages = ["/", "/clusters", "/machines?placement=away", "/findings", "/scans", "/nodes", "/alerts", "/audit"];

    [Theory]
    [InlineData("light")]
    [InlineData("dark", Traits = new[] { "Run", "all" })]
    [InlineData("phone", Traits = new[] { "Run", "all" })]
    public async Task No_page_has_a_violation_and_none_is_wider_than_the_screen(string medium)
    {
        Axe.Need();
        var fleet = filled.Node;
        await using var browser = await chromium.ContextAsync(Options(fleet, medium));
        var page = await browser.NewPageAsync();
        await page.GotoAsync(At(fleet, "/machines"));
        var machine = await page.Locator("#rows tbody th a").First.GetAttributeAsync("href");
        var rule = $"/findings/{SampleScan.Document.Findings[0].Rule}";
        var center = SampleScan.Document.VCenters[0];
        string[] plans =
        [
            $"{machine}/plan",
            $"/plans/home?vcenter={center.Server}&cluster={center.Clusters[0].Id}",
            $"/plans/rules?vcenter={center.Server}&cluster={center.Clusters[0].Id}",
            $"/plans/evacuate?vcenter={center.Server}&host={center.Hosts[0].Name}",
            "/plans/home?vcenter=nowhere",
        ];
        foreach (var (number, address) in Pages.Append(machine!).Append(rule).Concat(plans).Index())
        {
            await page.GotoAsync(At(fleet, address));
            await Pictures.TakeAsync(page, "server-pages", $"{number}-{medium}");
            await AssertIsAccessibleAsync(page, address);
        }
    }

    [Theory]
    [InlineData("light")]
    [InlineData("dark", Traits = new[] { "Run", "all" })]
    [InlineData("phone", Traits = new[] { "Run", "all" })]
    public async Task Whoever_signs_in_by_the_form_sees_who_they_are_and_what_to_do_about_errors_and_signs_out(string medium)
    {
        Axe.Need();
        var fleet = filled.Node;
        var options = Options(fleet, medium);
        options.ExtraHTTPHeaders = null;
        await using var browser = await chromium.ContextAsync(options);
        var page = await browser.NewPageAsync();
        await page.GotoAsync(At(fleet, "/audit"));
        await Pictures.TakeAsync(page, "server-pages", $"sign-in-{medium}");
        await AssertIsAccessibleAsync(page, "/sign-in");
        await page.FillAsync("#token", fleet.Node.Token!);
        await page.ClickAsync("main button");
        await Assertions.Expect(page.Locator("header .who bdi")).ToHaveTextAsync("first");
        foreach (var address in (string[])["/audit", "/machines", "/no/such/page"])
        {
            await page.GotoAsync(At(fleet, address));
            Assert.Equal("first", await page.Locator("header .who bdi").TextContentAsync());
            await Pictures.TakeAsync(page, "server-pages", $"signed-in{address.Replace('/', '-')}-{medium}");
            await AssertIsAccessibleAsync(page, address);
        }

        await page.ClickAsync("header .who button");
        await page.Locator("#token").WaitForAsync();
        Assert.EndsWith("/sign-in", page.Url, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Filters_and_history_work_without_script()
    {
        var fleet = filled.Node;
        var options = Options(fleet, "light");
        options.JavaScriptEnabled = false;
        await using var browser = await chromium.ContextAsync(options);
        var page = await browser.NewPageAsync();
        await page.GotoAsync(At(fleet, "/machines"));
        await page.SelectOptionAsync("select[name=placement]", "away");
        await page.ClickAsync(".filter button");
        await Assertions.Expect(page).ToHaveURLAsync(new Regex("placement=away", RegexOptions.None, TimeSpan.FromSeconds(1)));
        var away = SampleScan.Document.VCenters.Sum(vcenter => vcenter.VirtualMachines.Count(machine => machine.Placement == Core.Facts.Placement.Away));
        await Assertions.Expect(page.Locator("#rows tbody tr")).ToHaveCountAsync(away);
        await page.ClickAsync("#rows tbody tr:first-child th a");
        await Assertions.Expect(page.Locator("#story")).ToHaveCountAsync(1);
        await Assertions.Expect(page.Locator("h1 bdi")).ToHaveCountAsync(1);
    }

    [Fact]
    public async Task The_page_follows_the_fleet_and_the_keyboard_stays_where_it_was()
    {
        await using var fleet = await FilledAsync();
        await using var browser = await chromium.ContextAsync(Options(fleet, "strict"));
        var page = await browser.NewPageAsync();
        var troubles = new List<string>();
        page.Console += (_, message) => troubles.Add(message.Text);
        page.PageError += (_, error) => troubles.Add(error);
        await page.GotoAsync(At(fleet, "/scans"));
        await page.Keyboard.PressAsync("Tab");
        Assert.Equal("Skip to the content", await page.EvaluateAsync<string>("document.activeElement.textContent"));
        await page.Locator(".scroll").FocusAsync();
        var later = SampleScan.Start.AddDays(1);
        await Saved.ScanAsync(fleet.Place, SampleScan.Document with { Id = Guid.NewGuid(), StartedAt = later });
        await page.Locator($"text={later.UtcDateTime.ToString("yyyy-MM-dd HH:mm", System.Globalization.CultureInfo.InvariantCulture)}").First.WaitForAsync(new() { Timeout = 15_000 });
        Assert.True(await page.EvaluateAsync<bool>("document.activeElement.matches('.scroll')"));
        Assert.Empty(troubles);
    }

    [Fact]
    public async Task Hostile_names_do_nothing()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, HostileScan.Document);
        await using var browser = await chromium.ContextAsync(Options(fleet, "strict"));
        var page = await browser.NewPageAsync();
        var troubles = new List<string>();
        page.Console += (_, message) => troubles.Add(message.Text);
        page.Dialog += async (_, dialog) =>
        {
            troubles.Add(dialog.Message);
            await dialog.DismissAsync();
        };
        foreach (var address in Pages)
        {
            await page.GotoAsync(At(fleet, address));
            Assert.Equal(1, await page.Locator("script").CountAsync());
        }

        Assert.Empty(troubles);
    }

    private static async Task AssertIsAccessibleAsync(IPage page, string address)
    {
        Assert.True(await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth"), address);
        Assert.True(await page.EvaluateAsync<bool>("[...document.querySelectorAll('td.wrap')].every(cell => getComputedStyle(cell).whiteSpace === 'normal')"), address);
        await OpenPage.UnfoldAsync(page);
        await Axe.AssertNoneAsync(page, address);
    }

    private static async Task<FleetNode> FilledAsync()
    {
        var fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);
        await using var store = await fleet.Place.OpenAsync();
        await store.Alerts.AddAsync([new NewAlert("a1", "mail", "wentAway", "DB01", "{}")], Cancel);
        return fleet;
    }

    private static string At(FleetNode fleet, string address) => new Uri(fleet.Node.Address, address).ToString();

    private static BrowserNewContextOptions Options(FleetNode fleet, string medium) => new()
    {
        BypassCSP = medium is not "strict",
        ColorScheme = medium == "dark" ? ColorScheme.Dark : ColorScheme.Light,
        ViewportSize = new() { Width = medium == "phone" ? 390 : 1440, Height = 900 },
        ExtraHTTPHeaders = [new("Authorization", $"Bearer {fleet.Node.Token}")],
    };

    /// <summary>A node that nothing is added to.</summary>
    public sealed class FilledFleet : IAsyncLifetime
    {
        private FleetNode? _node;

        internal FleetNode Node => _node!;

        public async ValueTask InitializeAsync() => _node = await FilledAsync();

        public ValueTask DisposeAsync() => _node!.DisposeAsync();
    }
}
