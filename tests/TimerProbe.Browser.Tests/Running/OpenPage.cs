namespace TimerProbe.Browser.Tests.Running;

/// <summary>A report opened in a browser, with what it said and asked for.</summary>
internal sealed class OpenPage : IAsyncDisposable
{
    private readonly IBrowserContext _context;
    private readonly ConcurrentQueue<string> _troubles = new();
    private readonly ConcurrentQueue<string> _requests = new();

    private OpenPage(IBrowserContext context, IPage page)
    {
        _context = context;
        Page = page;
        page.Console += (_, message) => _troubles.Enqueue($"console {message.Type}: {message.Text}");
        page.PageError += (_, error) => _troubles.Enqueue($"error: {error}");
        page.Dialog += async (_, dialog) =>
        {
            _troubles.Enqueue($"dialog: {dialog.Message}");
            await dialog.DismissAsync();
        };
        page.Request += (_, request) => _requests.Enqueue(request.Url);
    }

    public IPage Page { get; }

    public IEnumerable<string> Troubles => _troubles;

    /// <summary>Every request, the page's own first.</summary>
    public IEnumerable<string> Requests => _requests;

    /// <summary>The names of the machines in the rows that are to be seen, in their order.</summary>
    public async Task<IReadOnlyList<string>> ShownAsync(string column = "name") => await Page.EvaluateAsync<string[]>(
        "key => { const at = [...document.querySelectorAll('#rows thead th')].findIndex(head => head.dataset.key === key);" +
        "return [...document.querySelectorAll('#rows tbody tr')].filter(row => !row.hidden).map(row => row.cells[at].textContent.trim()); }",
        column);

    /// <summary>Waits until the live region says how many rows are shown.</summary>
    public Task WaitForStatusAsync(string status, float patience) =>
        Assertions.Expect(Page.Locator("#rows-status")).ToHaveTextAsync(status, new() { Timeout = patience });

    public ILocator Filter(string name) => Page.Locator($"#filter [name={name}]");

    public async Task SortByAsync(string title, string order)
    {
        var head = Page.Locator("#rows thead th", new() { Has = Page.GetByRole(AriaRole.Button, new() { Name = title, Exact = true }) });
        await head.GetByRole(AriaRole.Button).ClickAsync();
        if (await head.GetAttributeAsync("aria-sort") != order)
        {
            await head.GetByRole(AriaRole.Button).ClickAsync();
        }

        await Assertions.Expect(head).ToHaveAttributeAsync("aria-sort", order);
    }

    /// <summary>Lays out all rows, and takes a picture of the page, or of a part of it.</summary>
    public async Task ShootAsync(string name, string? part = null)
    {
        await Page.EvaluateAsync("document.querySelectorAll('.rows').forEach(box => { box.style.contentVisibility = 'visible'; })");
        await (part is null ? Pictures.TakeAsync(Page, "screenshots", name, whole: true) : Pictures.TakeAsync(Page.Locator(part), "screenshots", name));
    }

    public Task UnfoldAsync() => UnfoldAsync(Page);

    public static Task UnfoldAsync(IPage page) => page.EvaluateAsync("document.querySelectorAll('details').forEach(details => { details.open = true; })");

    public async ValueTask DisposeAsync() => await _context.DisposeAsync();

    internal static async Task<OpenPage> OfAsync(IBrowserContext context, ReportFile file)
    {
        var page = new OpenPage(context, await context.NewPageAsync());
        await page.Page.GotoAsync(file.Address);
        return page;
    }
}
