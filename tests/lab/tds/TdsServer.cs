namespace TimerProbe.Lab.Tds;

/// <summary>
/// A server of the protocol TDS 7.4 on a free loopback port, with TLS. It knows no SQL: a test says what it answers. The token
/// of an answer is cancelled when the client asks to stop; an answer that does not look at it honours that when it ends.
/// </summary>
internal sealed class TdsServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly ConcurrentBag<Task> _connections = [];
    private readonly Task _accepting;
    private int _logins;

    public TdsServer()
    {
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _accepting = AcceptAsync();
    }

    public int Port { get; }

    public SqlServerTarget Target => SqlServerTarget.Parse("tcp:127.0.0.1," + Port.ToString(System.Globalization.CultureInfo.InvariantCulture));

    /// <summary>Every login tried, in order.</summary>
    public ConcurrentQueue<TdsLogin> Logins { get; } = [];

    /// <summary>Every statement received, in order.</summary>
    public ConcurrentQueue<TdsRequest> Requests { get; } = [];

    /// <summary>What it says of itself before TLS: version 16.0.0.0, encryption on, no instance, no thread, no MARS.</summary>
    public byte[] PreLogin { get; set; } = [0, 0, 16, 0, 6, 1, 0, 22, 0, 1, 0xFF, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 1];

    /// <summary>How long a client that says nothing is waited for.</summary>
    public TimeSpan ShutdownTimeouts { get; set; } = Timeout.InfiniteTimeSpan;

    /// <summary>What a login gets: an error refuses it.</summary>
    public Func<TdsLogin, CancellationToken, Task<TdsAnswer>> LogIn { get; set; } = (_, _) => Task.FromResult(TdsAnswer.Done);

    public Func<TdsRequest, CancellationToken, Task<TdsAnswer>> Answer { get; set; } = (_, _) => Task.FromResult(TdsAnswer.Done);

    public int Count(TdsLogin login)
    {
        Logins.Enqueue(login);
        return Interlocked.Increment(ref _logins);
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        _listener.Stop();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var connection in _connections)
        {
            await connection.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        _listener.Dispose();
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            var client = await _listener.AcceptTcpClientAsync(_stopping.Token);
            _connections.Add(new TdsConnection(client, this).ServeAsync(_stopping.Token));
        }
    }
}
