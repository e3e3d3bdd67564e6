namespace TimerProbe.EndToEnd.Running;

/// <summary>A scan of a vCenter that takes the connection and says nothing: it goes on until it is killed.</summary>
internal sealed class WaitingScan : IDisposable
{
    private readonly TcpListener _server;
    private readonly string _address;
    private readonly Process _process;
    private readonly TcpClient _client;

    private WaitingScan(TcpListener server, Process process, TcpClient client) =>
        (_server, _address, _process, _client) = (server, $"{server.LocalEndpoint}", process, client);

    /// <summary>Starts it, and returns when it has asked its vCenter.</summary>
    public static async Task<WaitingScan> StartAsync(ProgramRun program, params IEnumerable<string> options)
    {
        var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var process = Scan(program, $"{server.LocalEndpoint}", options).Start();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        limit.CancelAfter(Hang.Limit);
        return new WaitingScan(server, process, await server.AcceptTcpClientAsync(limit.Token));
    }

    public ProgramRun Another(ProgramRun program, params IEnumerable<string> options) => Scan(program, _address, options);

    public static ProgramRun OfNobody(ProgramRun program, params IEnumerable<string> options) => Scan(program, "127.0.0.1:1", options);

    /// <summary>Ends it as a failing machine would: SIGKILL. Nobody answers in the place of its vCenter from then on.</summary>
    public async Task KillAsync()
    {
        _server.Stop();
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync(Cancel);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
        _client.Dispose();
        _server.Dispose();
    }

    private static ProgramRun Scan(ProgramRun program, string server, IEnumerable<string> options) => program
        .With("scan", server, "--user", "scan", "--insecure").With(options).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "x");
}
