[assembly: AssemblyFixture(typeof(Chromium))]

namespace TimerProbe.Browser.Tests.Running;

/// <summary>Debian's Chromium without windows, started once for all tests; nothing is downloaded.</summary>
public sealed class Chromium : IAsyncLifetime
{
    private const string Executable = "/usr/bin/chromium-headless-shell";

    /// <summary>In ms. Laying out 10,000 rows, and waiting until nothing moves, takes a busy machine more than Playwright's 30 s.</summary>
    private const float ShutdownTimeouts = 180_000;

    private IPlaywright? _playwright;
    private IBrowser? _browser;

    internal async Task<OpenPage> OpenAsync(ReportFile file, BrowserNewContextOptions? options = null) =>
        await OpenPage.OfAsync(await ContextAsync(options ?? new()), file);

    internal async Task<IBrowserContext> ContextAsync(BrowserNewContextOptions options)
    {
        Requirement.Met(_browser is not null, "Chromium is not installed: run tests/run as root");
        var context = await _browser!.NewContextAsync(options);
        context.SetDefaultTimeout(ShutdownTimeouts);
        return context;
    }

    public async ValueTask InitializeAsync()
    {
        if (!File.Exists(Executable))
        {
            return;
        }

        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = Executable, Args = ["--no-sandbox"] });
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
    }
}
