namespace TimerProbe.Fleet.Tests.Alerts.Receivers;

/// <summary>An HTTP server on loopback that answers first as scripted, then 204.</summary>
internal sealed class HttpReceiver : IAsyncDisposable
{
    /// <summary>In place of a status: the connection is cut without an answer.</summary>
    public const int Cut = -1;

    /// <summary>In place of a status: there is no answer while the client waits.</summary>
    public const int Silence = -2;

    private readonly ConcurrentQueue<int> _script;
    private LoopbackServer _server = null!;

    private HttpReceiver(int[] script) => _script = new(script);

    public ConcurrentQueue<ReceivedRequest> Requests { get; } = new();

    public IEnumerable<ReceivedRequest> Accepted => Requests.Where(request => request.Answer == StatusCodes.Status204NoContent);

    public Uri Url => new(_server.Address, "/hook?token=hidden-in-the-address");

    public static Task<HttpReceiver> StartAsync(params int[] script) => StartAsync(certificate: null, script);

    public static async Task<HttpReceiver> StartAsync(X509Certificate2? certificate, params int[] script)
    {
        var receiver = new HttpReceiver(script);
        receiver._server = await LoopbackServer.StartAsync(receiver.ServeAsync, certificate);
        return receiver;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task ServeAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body);
        var body = await reader.ReadToEndAsync(context.RequestAborted);
        var answer = _script.TryDequeue(out var scripted) ? scripted : StatusCodes.Status204NoContent;
        Requests.Enqueue(new ReceivedRequest(
            answer, context.Connection.Id, context.Request.Method, context.Request.Path, body,
                context.Request.Headers.ToDictionary(
                    header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase)));
        switch (answer)
        {
            case Cut:
                context.Abort();
                break;
            case Silence:
                await Task.Delay(Timeout.Infinite, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);
                break;
            default:
                context.Response.StatusCode = answer;
                context.Response.Headers.Location = "/elsewhere";
                break;
        }
    }
}

internal sealed record ReceivedRequest(
    int Answer, string Connection, string Method, string Path, string Body, IReadOnlyDictionary<string, string> Headers);
