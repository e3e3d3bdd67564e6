using System.Text.Json;

namespace TimerProbe.Browser.Tests;

/// <summary>The tables of a server with 240 machines: rows of a few lines, whole words, and what a person presses in sight.</summary>
public sealed class ServerTableTests(Chromium chromium, ServerTableTests.FilledFleet filled) : IClassFixture<ServerTableTests.FilledFleet>
{
    /// <summary>Rows higher than four lines, and cells narrower than their longest word.</summary>
    private const string Troubles = """
        () => {
            const troubles = [];
            for (const cell of document.querySelectorAll('main tbody :is(td, th)')) {
                const style = getComputedStyle(cell);
                const name = `${cell.cellIndex}: ${cell.innerText.trim().slice(0, 40)}`;
                if (style.display === 'table-cell' && cell.parentElement.getBoundingClientRect().height > 5 * parseFloat(style.fontSize) * 1.5) troubles.push(`high ${name}`);
                if (cell.scrollWidth > cell.clientWidth + 1) troubles.push(`narrow ${name}`);
            }
            return [...new Set(troubles)].slice(0, 20);
        }
        """;

    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    [InlineData(1920)]
    public async Task Rows_are_low_words_are_whole_and_buttons_are_in_sight(int width)
    {
        var node = filled.Fleet.Node;
        await using var browser = await chromium.ContextAsync(new()
        {
            ViewportSize = new() { Width = width, Height = 900 },
            ExtraHTTPHeaders = [new("Authorization", $"Bearer {node.Token}")],
        });
        var page = await browser.NewPageAsync();
        foreach (var address in (string[])["/", "/machines", "/scans", "/alerts", "/clusters", "/guests", "/nodes"])
        {
            await page.GotoAsync(new Uri(node.Address, address).ToString());
            await Pictures.TakeAsync(page, "server-tables", $"{address.Replace('/', '-')}-{width}");
            Assert.Equal("", string.Join("\n", (await page.EvaluateAsync<string[]>(Troubles)).Select(trouble => $"{address} {trouble}")));
            if (address is "/scans" or "/alerts")
            {
                await page.Locator("main form:not(.filter) button").First.WaitForAsync();
            }

            Assert.Empty(await page.EvaluateAsync<string[]>(
                "[...document.querySelectorAll('main form:not(.filter) button')].filter(button => button.getBoundingClientRect().right > innerWidth).map(button => button.innerText)"));
        }

        Assert.Equal(1, await page.Locator("header nav a[href='/guests']").CountAsync());
    }

    [Fact]
    public async Task Filters_say_what_the_rows_say()
    {
        var node = filled.Fleet.Node;
        await using var browser = await chromium.ContextAsync(new() { ExtraHTTPHeaders = [new("Authorization", $"Bearer {node.Token}")] });
        var page = await browser.NewPageAsync();
        await page.GotoAsync(new Uri(node.Address, "/machines").ToString());
        await page.SelectOptionAsync("select[name=clock]", new SelectOptionValue { Label = "expected slow" });
        await page.ClickAsync(".filter button");
        await Assertions.Expect(page.Locator("#rows tbody tr").First).ToContainTextAsync("away, expected slow");
        Assert.DoesNotContain("expectedSlow", await page.Locator("main").InnerTextAsync(), StringComparison.Ordinal);
    }

    /// <summary>A node that scans a vCenter which does not answer, with an alert.</summary>
    public sealed class FilledFleet : IAsyncLifetime
    {
        private FleetNode? _fleet;

        internal FleetNode Fleet => _fleet!;

        public async ValueTask InitializeAsync()
        {
            var place = await TestStore.NewAsync(Engine.Sqlite);
            await Saved.ScanAsync(place, LargeEstate.Of(240), ReportFile.LabScan);
            var (password, configuration) = (SecretFile.Write(place["password"], "secret"), place["node.json"]);
            await File.WriteAllTextAsync(configuration, JsonSerializer.Serialize(new
            {
                vcenters = new[] { new { server = "127.0.0.1:9", user = "scan", passwordFile = password } },
                server = new { schedule = "24h" },
            }));
            await using (var store = await place.OpenAsync())
            {
                await store.Alerts.AddAsync([new NewAlert("a1", "mail", "wentAway", "DB01", "{}")], Cancel);
            }

            _fleet = await FleetNode.ReadyAsync(place, await ServerNode.StartAsync(place.Text, "--config", configuration));
        }

        public ValueTask DisposeAsync() => _fleet!.DisposeAsync();
    }
}
