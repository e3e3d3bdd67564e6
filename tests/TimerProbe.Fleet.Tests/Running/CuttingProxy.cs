namespace TimerProbe.Fleet.Tests.Running;

/// <summary>Stands between a client and the cluster's socket, on loopback. After as many bytes of the client's as it is told, the line breaks or goes dead; or the line goes dead when it is told to.</summary>
internal sealed class CuttingProxy : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly string _socket;
    private long _most;
    private bool _holds;
    private readonly Task _accepting;
    private long _passed;
    private int _age;
    private volatile bool _isHolding;

    private CuttingProxy(string socket, long most)
    {
        (_socket, _most) = (socket, most);
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>How many bytes of the client's have gone through.</summary>
    public long Passed => Interlocked.Read(ref _passed);

    public static CuttingProxy Open(string socket) => new(socket, long.MaxValue);

    /// <summary>Closes every connection as soon as so many bytes of the client's have gone through.</summary>
    public static CuttingProxy CutAfter(string socket, long bytes) => new(socket, bytes);

    /// <summary>Passes nothing on any more, either way, as soon as so many bytes more of the client's have gone through; connections stay open.</summary>
    public void HoldIn(long bytes)
    {
        _holds = true;
        Volatile.Write(ref _most, Passed + bytes);
    }

    /// <summary>Passes nothing on any more, either way, of connections that are there or come; they stay open.</summary>
    public void Hold()
    {
        _isHolding = true;
        Interlocked.Increment(ref _age);
    }

    /// <summary>Passes on again what comes by new connections; those from before stay dead.</summary>
    public void LetGo()
    {
        Interlocked.Increment(ref _age);
        _isHolding = false;
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _accepting;
        _listener.Stop();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        var served = new List<Task>();
        try
        {
            while (true)
            {
                served.Add(ServeAsync(await _listener.AcceptSocketAsync(_end.Token)));
            }
        }
        catch (Exception ex) when (ex is OperationCanceledException or SocketException)
        {
            await Task.WhenAll(served);
        }
    }

    private async Task ServeAsync(Socket client)
    {
        var age = Volatile.Read(ref _age);
        using var server = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        using (client)
        {
            try
            {
                await server.ConnectAsync(new UnixDomainSocketEndPoint(_socket), _end.Token);
                await await Task.WhenAny(PassAsync(client, server, age, counts: true), PassAsync(server, client, age, counts: false));
            }
            catch (Exception ex) when (ex is OperationCanceledException or SocketException)
            {
                // Either side is gone, or the test is over.
            }
        }
    }

    private async Task PassAsync(Socket from, Socket to, int age, bool counts)
    {
        var buffer = new byte[16 << 10];
        while (await from.ReceiveAsync(buffer, _end.Token) is > 0 and var count)
        {
            if (_isHolding || age != Volatile.Read(ref _age))
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, _end.Token);
            }

            var left = Volatile.Read(ref _most) - Passed;
            var passing = (int)Math.Min(count, Math.Max(0, counts ? left : left > 0 ? count : 0));
            if (counts)
            {
                Interlocked.Add(ref _passed, passing);
            }

            await SendAsync(to, buffer.AsMemory(0, passing));
            if (passing < count)
            {
                if (!_holds)
                {
                    return;
                }

                await Task.Delay(Timeout.InfiniteTimeSpan, _end.Token);
            }
        }
    }

    private async Task SendAsync(Socket to, ReadOnlyMemory<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[await to.SendAsync(bytes, _end.Token)..];
        }
    }
}
