namespace TimerProbe.EndToEnd.Running;

/// <summary>Takes what is pushed over HTTP, as a Pushgateway does.</summary>
internal sealed class PushedMetrics : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly List<(string Method, string Path, string Body)> _taken = [];
    private readonly Task _taking;

    public PushedMetrics()
    {
        Address = $"http://127.0.0.1:{FreePort()}";
        _listener.Prefixes.Add(Address + "/");
        _listener.Start();
        _taking = TakeAsync();
    }

    /// <summary>As <c>PUSHGATEWAY</c> has it.</summary>
    public string Address { get; }

    /// <summary>What was taken so far.</summary>
    public IReadOnlyList<(string Method, string Path, string Body)> Taken => _taken;

    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _taking;
    }

    private async Task TakeAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                using var body = new StreamReader(context.Request.InputStream);
                _taken.Add((context.Request.HttpMethod, context.Request.Url!.AbsolutePath, await body.ReadToEndAsync()));
                context.Response.Close();
            }
        }
        catch (Exception ex) when (ex is HttpListenerException or ObjectDisposedException)
        {
            // The test is over.
        }
    }
}
