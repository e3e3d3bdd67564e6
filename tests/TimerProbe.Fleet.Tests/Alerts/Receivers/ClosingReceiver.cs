namespace TimerProbe.Fleet.Tests.Alerts.Receivers;

/// <summary>An HTTP server on loopback that answers one request a connection.</summary>
internal sealed class ClosingReceiver : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly List<string> _bodies = [];
    private readonly string _version;
    private readonly bool _closesAtNext;
    private readonly Task _serving;

    /// <param name="version">The version of HTTP that it answers in.</param>
    /// <param name="closesAtNext">Closes a connection, without having said so, when the next request comes on it; otherwise right after the answer.</param>
    public ClosingReceiver(string version, bool closesAtNext)
    {
        (_version, _closesAtNext) = (version, closesAtNext);
        _listener.Start();
        _serving = ServeAsync();
    }

    public Uri Url => new($"http://{_listener.LocalEndpoint}/hook");

    public IReadOnlyCollection<string> Bodies => _bodies;

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _serving.ContinueWith(_ => { }, TaskScheduler.Default);
        _listener.Dispose();
        _end.Dispose();
    }

    private async Task ServeAsync()
    {
        while (true)
        {
            using var connection = await _listener.AcceptTcpClientAsync(_end.Token);
            var stream = connection.GetStream();
            _bodies.Add(await ReadBodyAsync(stream, _end.Token));
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/{_version} 200 OK\r\nContent-Length: 0\r\n\r\n"), _end.Token);
            if (_closesAtNext)
            {
                _ = await stream.ReadAtLeastAsync(new byte[1], 1, throwOnEndOfStream: false, _end.Token);
            }
        }
    }

    private static async Task<string> ReadBodyAsync(Stream stream, CancellationToken cancellationToken)
    {
        using var reader = new StreamReader(stream, Encoding.ASCII, leaveOpen: true);
        var length = 0;
        while (await reader.ReadLineAsync(cancellationToken) is { Length: > 0 } line)
        {
            length = line.Split(": ") is ["Content-Length", var value] ? int.Parse(value) : length;
        }

        var body = new char[length];
        await reader.ReadBlockAsync(body, cancellationToken);
        return new string(body);
    }
}
