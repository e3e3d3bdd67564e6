namespace TimerProbe.Server.Tests.Running;

/// <summary>A node on a port of loopback, until disposed: in the process of the tests, or as a process of its own.</summary>
internal abstract partial class ServerNode : IAsyncDisposable
{
    private readonly List<string> _complaints = [];
    private readonly TaskCompletionSource _listens = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Uri Address { get; private set; } = null!;

    /// <summary>The first token; null when the store had one.</summary>
    public string? Token { get; private set; }

    /// <summary>What it said on standard error so far.</summary>
    public IReadOnlyList<string> Complaints
    {
        get
        {
            lock (_complaints)
            {
                return [.. _complaints];
            }
        }
    }

    protected abstract Task<int> Ended { get; }

    /// <summary>Starts one in this process and waits until it serves.</summary>
    /// <param name="store">What <c>--store</c> names; null for the configuration's own.</param>
    /// <param name="options">What is said besides; where it listens, if not by plain http.</param>
    public static Task<ServerNode> StartAsync(string? store, params IEnumerable<string> options) =>
        StartAsync(store, untilReady: true, options);

    public static async Task<ServerNode> StartAsync(string? store, bool untilReady, params IEnumerable<string> options) =>
        await BegunAsync(new HostedNode(Arguments(store, options)), untilReady);

    /// <summary>Runs a command of the program to its end, in this process.</summary>
    public static async Task<(int ExitCode, string Out, string Error)> RunAsync(params IEnumerable<string> arguments)
    {
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        await using var output = new StringWriter();
        await using var error = new StringWriter();
        var run = Task.Run(() => new ServerCommandLine(
            TextWriter.Synchronized(output), TextWriter.Synchronized(error), TimeProvider.System).RunAsync([.. arguments], ends.Token));
        try
        {
            await Until.EndedAsync(run, () => $"it does not end: {string.Join(' ', arguments)}");
            return (await run, output.ToString(), error.ToString());
        }
        finally
        {
            await ends.CancelAsync();
        }
    }

    /// <summary>A client that comes with a token; null for none.</summary>
    public HttpClient Client(string? token)
    {
        var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false }) { BaseAddress = Address };
        client.DefaultRequestHeaders.Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token);
        return client;
    }

    public async Task UntilReadyAsync()
    {
        using var client = Client(token: null);
        await Until.Async(async () => await ConditionAsync(client) == "ready", () => $"it is not ready:\n{string.Join('\n', Complaints)}");
    }

    public async Task UntilNotReadyAsync()
    {
        using var client = Client(token: null);
        await Until.Async(async () => await ConditionAsync(client) != "ready", () => "it goes on to be ready");
    }

    /// <summary>Ends it as whoever runs it does; its exit code.</summary>
    public async Task<int> StopAsync()
    {
        AskToEnd();
        await Until.EndedAsync(Ended, () => $"it does not end:\n{string.Join('\n', Complaints)}");
        return await Ended;
    }

    public abstract ValueTask DisposeAsync();

    protected static string[] Arguments(string? store, IEnumerable<string> options)
    {
        List<string> said = [.. options];
        return [.. store is null ? (string[])[] : ["--store", store], .. said.Contains("--listen") ? (string[])[] : ["--listen", "http://127.0.0.1:0"], .. said];
    }

    /// <summary>The node, when it serves; otherwise it is disposed of.</summary>
    protected static async Task<TNode> BegunAsync<TNode>(TNode node, bool untilReady)
        where TNode : ServerNode
    {
        try
        {
            await Until.EndedAsync(
                Task.WhenAny((untilReady ? node._ready : node._listens).Task, node.Ended),
                () => $"it is not ready:\n{string.Join('\n', node.Complaints)}");
            return node.Ended.IsCompleted
                ? throw new InvalidOperationException($"The server ended with {await node.Ended}: {string.Join('\n', node.Complaints)}")
                : node;
        }
        catch
        {
            await node.DisposeAsync();
            throw;
        }
    }

    protected abstract void AskToEnd();

    protected void TakeOutput(string line)
    {
        if (AddressLine().Match(line) is { Success: true } address)
        {
            Address = new Uri(address.Groups["url"].Value);
            _listens.TrySetResult();
        }
        else if (TokenLine().Match(line) is { Success: true } token)
        {
            Token = token.Groups["token"].Value;
        }
        else if (line == "ready")
        {
            _ready.TrySetResult();
        }
    }

    protected void TakeError(string line)
    {
        lock (_complaints)
        {
            _complaints.Add(line);
        }
    }

    private static async Task<string> ConditionAsync(HttpClient client)
    {
        using var answer = await client.GetAsync("/readyz", TestContext.Current.CancellationToken);
        return (await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).Trim();
    }

    [GeneratedRegex("^timerprobe-server .* on (?<url>https?://[^,]*), store ", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex AddressLine();

    [GeneratedRegex("^the first token, shown only now: (?<token>tps_.*)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex TokenLine();

    private sealed class HostedNode : ServerNode
    {
        private readonly CancellationTokenSource _ends = new();

        public HostedNode(string[] arguments) => Ended = Task.Run(async () =>
        {
            await using var output = TextWriter.Synchronized(new LineWriter(TakeOutput));
            await using var error = TextWriter.Synchronized(new LineWriter(TakeError));
            return await new ServerCommandLine(output, error, TimeProvider.System).RunAsync(arguments, _ends.Token);
        });

        protected override Task<int> Ended { get; }

        public override async ValueTask DisposeAsync()
        {
            if (!Ended.IsCompleted)
            {
                AskToEnd();
                await Ended;
            }

            _ends.Dispose();
        }

        protected override void AskToEnd() => _ends.Cancel();
    }
}
