namespace TimerProbe.Server.Tests.Matrix;

/// <summary>Somebody who is signed in at a node and looks at one page after the other, until told to end. A node that is not there shows nothing, right or wrong.</summary>
internal sealed class Visitor : IDisposable
{
    private static readonly string[] Paths = ["/", "/clusters", "/machines", "/findings", "/scans", "/guests", "/nodes", "/alerts", "/audit"];
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly Browser _browser;
    private readonly List<string> _wrong = [];
    private readonly Func<ServerNode> _node;
    private readonly Task _work;
    private volatile bool _isOver;
    private int _pages;

    private Visitor(Browser browser, Func<ServerNode> node)
    {
        (_browser, _node) = (browser, node);
        _work = LookAsync();
    }

    public int Pages => _pages;

    /// <summary>Signs in, and begins; the node is another one after a restart.</summary>
    public static async Task<Visitor> BeginAsync(Func<ServerNode> node, string token)
    {
        var browser = new Browser();
        Assert.Equal(HttpStatusCode.Redirect, (await browser.SignInAsync(node(), token)).Status);
        return new Visitor(browser, node);
    }

    /// <summary>Ends; the pages that were errors.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        _isOver = true;
        await _work;
        return _wrong;
    }

    public void Dispose()
    {
        _isOver = true;
        _browser.Dispose();
    }

    private async Task LookAsync()
    {
        for (var i = 0; !_isOver; i++)
        {
            var path = Paths[i % Paths.Length];
            try
            {
                var (status, page) = await _browser.SeeAsync(_node(), path);
                _pages++;
                if (status != HttpStatusCode.OK || !page.Contains("</html>", StringComparison.Ordinal))
                {
                    _wrong.Add($"{path}: {(int)status} {page[..Math.Min(page.Length, 2_000)]}");
                }
            }
            catch (HttpRequestException)
            {
            }

            await Task.Delay(Pause, Cancel);
        }
    }
}
