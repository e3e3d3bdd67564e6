namespace TimerProbe.Browser.Tests;

/// <summary>Words stay whole and the navigation stays where it is, on screens of every width.</summary>
public sealed class WordTests(Chromium chromium, WordTests.FleetOfLongNames filled) : IClassFixture<WordTests.FleetOfLongNames>
{
    private const int MaxLength = 23;

    /// <summary>The words of up to 23 letters and digits that begin on one line and end on another.</summary>
    private const string Broken = """
        () => {
            const broken = [];
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                if (text.parentElement.closest('pre, code, script')) continue;
                for (const word of text.data.matchAll(/[\w.]{2,}/g)) {
                    if (word[0].length > 23) continue;
                    const range = document.createRange();
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    const tops = [...range.getClientRects()].filter(rect => rect.width > 0).map(rect => rect.top);
                    if (Math.max(...tops) - Math.min(...tops) > 4) broken.push(`${word[0]} in ${text.parentElement.closest('[class], [id], table')?.outerHTML.slice(0, 60)}`);
                }
            }
            return [...new Set(broken)].slice(0, 20);
        }
        """;

    private const string Navigation = """
        () => {
            const at = element => { const box = document.querySelector(element).getBoundingClientRect(); return `${box.left} ${box.top}`; };
            const button = document.querySelector('.who button').getBoundingClientRect();
            return [at('header nav'), button.height < 40 ? 'one line' : `${button.height} px`];
        }
        """;

    private static readonly string[] Pages = ["/", "/clusters", "/machines", "/findings", "/scans", "/nodes", "/alerts", "/audit", "/guests"];

    [Theory]
    [InlineData(390)]
    [InlineData(800, Traits = new[] { "Run", "all" })]
    [InlineData(1280)]
    [InlineData(1920, Traits = new[] { "Run", "all" })]
    public async Task No_word_of_less_than_24_letters_breaks_and_the_navigation_is_in_one_place(int width)
    {
        var fleet = filled.Node;
        await using var browser = await chromium.ContextAsync(new() { ViewportSize = new() { Width = width, Height = 900 } });
        var page = await browser.NewPageAsync();
        await page.GotoAsync(At(fleet, "/sign-in"));
        await page.FillAsync("#token", fleet.Node.Token!);
        await page.ClickAsync("main button");
        await page.GotoAsync(At(fleet, "/machines"));
        var machine = await page.Locator("#rows tbody th a").First.GetAttributeAsync("href");
        var center = FleetOfLongNames.Document.VCenters[0];
        var places = new HashSet<string>();
        foreach (var address in (string[])[.. Pages, machine!, $"{machine}/plan", $"/plans/home?vcenter={center.Server}&cluster={center.Clusters[0].Id}"])
        {
            await page.GotoAsync(At(fleet, address));
            await OpenPage.UnfoldAsync(page);
            foreach (var scheme in (ColorScheme[])[ColorScheme.Light, ColorScheme.Dark])
            {
                await page.EmulateMediaAsync(new() { ColorScheme = scheme });
                await Pictures.TakeAsync(page, "words", $"{address.Split('?')[0].Replace('/', '-')}-{width}-{scheme}");
            }

            Assert.True(await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth"), address);
            Assert.Equal("", string.Join("\n", (await page.EvaluateAsync<string[]>(Broken)).Select(word => $"{address} {word}")));
            var navigation = await page.EvaluateAsync<string[]>(Navigation);
            Assert.Equal("one line", navigation[1]);
            places.Add(navigation[0]);
        }

        Assert.Single(places);
    }

    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    public async Task Nor_does_one_of_a_report(int width)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { ViewportSize = new() { Width = width, Height = 900 } });
        await open.UnfoldAsync();
        await open.ShootAsync($"words-{width}");
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(Broken));
    }

    private static string At(FleetNode fleet, string address) => new Uri(fleet.Node.Address, address).ToString();

    /// <summary>A node with the sample, every name of which has 23 letters.</summary>
    public sealed class FleetOfLongNames : IAsyncLifetime
    {
        private FleetNode? _node;

        internal static ScanDocument Document { get; } = SampleScan.Document with
        {
            VCenters =
            [
                .. SampleScan.Document.VCenters.Select(vcenter => vcenter with
                {
                    Hosts = [.. vcenter.Hosts.Select(
                        host => host with { Name = Long(host.Name), Cluster = host.Cluster is { } cluster ? Long(cluster) : null })],
                    Clusters = [.. vcenter.Clusters.Select(cluster => cluster with { Name = Long(cluster.Name) })],
                    VirtualMachines = [.. vcenter.VirtualMachines.Select(Long)],
                }),
            ],
        };

        internal FleetNode Node => _node!;

        public async ValueTask InitializeAsync() => _node = await FleetNode.StartAsync(Engine.Sqlite, Document);

        public ValueTask DisposeAsync() => _node!.DisposeAsync();

        private static VirtualMachineFacts Long(VirtualMachineFacts machine) => machine with
        {
            Name = Long(machine.Name),
            Cluster = machine.Cluster is { } cluster ? Long(cluster) : null,
            Host = machine.Host is { } host ? Long(host) : null,
            HomeHost = machine.HomeHost is { } home ? Long(home) : null,
        };

        private static string Long(string name) => (name + "_SQLSERVER_PRODUCTION_01")[..MaxLength];
    }
}
