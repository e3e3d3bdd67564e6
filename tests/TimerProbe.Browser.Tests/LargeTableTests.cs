namespace TimerProbe.Browser.Tests;

/// <summary>The table of ten thousand machines. The bounds on time are an order of magnitude, no figure.</summary>
public sealed class LargeTableTests(LargeTableTests.LargePage page) : IClassFixture<LargeTableTests.LargePage>
{
    private const float Timeout = 60_000;
    private const string OneCluster = "cluster-07";

    private static readonly IReadOnlyList<VirtualMachineFacts> Machines = [.. LargeScan.Document.VCenters.SelectMany(center => center.VirtualMachines)];
    private static readonly IReadOnlyList<VirtualMachineFacts> OfOneCluster = [.. Machines.Where(machine => machine.Cluster == OneCluster)];

    [Fact]
    public async Task A_text_leaves_the_rows_that_hold_all_its_words()
    {
        var open = await page.ClearedAsync();
        await open.Filter("text").FillAsync("sql-0012 cluster-01");
        await open.WaitForStatusAsync("4 of 10,000 virtual machines", Timeout);
        Assert.Equal(["SQL-00120", "SQL-00123", "SQL-00126", "SQL-00129"], (await open.ShownAsync()).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Choices_are_combined_and_taken_back()
    {
        var open = await page.ClearedAsync();
        await open.Filter("placement").SelectOptionAsync("away");
        await open.Filter("cluster").SelectOptionAsync("cluster-07");
        await open.WaitForStatusAsync("100 of 10,000 virtual machines", Timeout);
        Assert.All(await open.ShownAsync("cluster"), cluster => Assert.Equal("cluster-07", cluster));
        await open.Filter("findings").SelectOptionAsync("critical");
        await open.WaitForStatusAsync("20 of 10,000 virtual machines", Timeout);
        await open.Filter("vcenter").SelectOptionAsync("vc1.example.org");
        await open.WaitForStatusAsync("0 of 10,000 virtual machines", Timeout);
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Clear" }).ClickAsync();
        await open.WaitForStatusAsync("10,000 virtual machines", Timeout);
    }

    [Fact]
    public async Task A_figure_of_the_summary_shows_its_machines()
    {
        var open = await page.ClearedAsync();
        await open.Page.Locator(".tiles .unknown a").ClickAsync();
        var expected = Machines.Count(machine => machine.Placement == Placement.Unknown);
        await open.WaitForStatusAsync($"{expected.ToString()} of 10,000 virtual machines", Timeout);
        Assert.True(await open.Page.Locator("#rows tbody tr:not([hidden])").First.IsVisibleAsync());
    }

    [Fact]
    public async Task Names_sort_both_ways_and_what_is_filtered_stays_so()
    {
        var open = await page.OfOneClusterAsync();
        var expected = OfOneCluster.Select(machine => machine.Name).Order(StringComparer.Ordinal).ToList();
        await open.SortByAsync("Name", "ascending");
        Assert.Equal(expected, await open.ShownAsync());
        await open.SortByAsync("Name", "descending");
        Assert.Equal(Enumerable.Reverse(expected), await open.ShownAsync());
    }

    [Fact]
    public async Task Figures_sort_by_value_and_the_empty_ones_stand_last()
    {
        var open = await page.OfOneClusterAsync();
        await open.SortByAsync("Difference ppm", "descending");
        AssertSorted(await open.ShownAsync("ppm"), OfOneCluster.Select(machine => machine.DifferencePpm?.Value), descending: true);
        await open.SortByAsync("Difference ppm", "ascending");
        AssertSorted(await open.ShownAsync("ppm"), OfOneCluster.Select(machine => machine.DifferencePpm?.Value), descending: false);

        // A home that is the same as the host sorts by the host's frequency.
        await open.SortByAsync("Home MHz", "descending");
        var shown = (await open.ShownAsync("hostHz")).Zip(await open.ShownAsync("homeHz"), (host, home) => home == "same" ? host : home).ToList();
        AssertSorted(shown, OfOneCluster.Select(machine => machine.HomeHz is { } hz ? Math.Round(hz.Megahertz, 3) : (double?)null), descending: true);
    }

    private static void AssertSorted(IReadOnlyList<string> shown, IEnumerable<double?> values, bool descending)
    {
        var known = values.OfType<double>().Select(value => Math.Round(value, 3)).ToList();
        var read = shown.TakeWhile(text => text.Length > 0).Select(Value).ToList();
        Assert.Equal(known.Count, read.Count);
        Assert.Equal(descending ? known.Max() : known.Min(), read[0], shown[0].EndsWith('%') ? 60 : 0.06);
        Assert.Equal(descending ? read.OrderDescending() : read.Order(), read);
        Assert.All(shown.Skip(read.Count), text => Assert.Equal("", text));
    }

    /// <summary>Large differences are shown in per cent, others in ppm.</summary>
    private static double Value(string text) => text.EndsWith(" %", StringComparison.Ordinal) ? 10_000 * Value(text[..^2])
        : double.Parse(text, NumberStyles.Number | NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);

    /// <summary>One page for all tests: to lay it out takes longer than most of them.</summary>
    public sealed class LargePage(Chromium chromium) : IAsyncLifetime
    {
        private OpenPage? _open;

        public async ValueTask InitializeAsync() => _open = await chromium.OpenAsync(ReportFile.Large);

        public ValueTask DisposeAsync() => _open!.DisposeAsync();

        internal async Task<OpenPage> ClearedAsync()
        {
            await _open!.Page.GetByRole(AriaRole.Button, new() { Name = "Clear" }).ClickAsync();
            await _open.WaitForStatusAsync("10,000 virtual machines", Timeout);
            return _open;
        }

        /// <summary>To lay out all rows again takes seconds.</summary>
        internal async Task<OpenPage> OfOneClusterAsync()
        {
            var open = await ClearedAsync();
            await open.Filter("cluster").SelectOptionAsync(OneCluster);
            await open.WaitForStatusAsync($"{OfOneCluster.Count:N0} of 10,000 virtual machines", Timeout);
            return open;
        }
    }
}
