using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace TimerProbe.Server.Tests.Running;

/// <summary>A node as a process of its own, on a port of loopback, until disposed.</summary>
internal sealed partial class ServerNode : IAsyncDisposable
{
    private readonly Process _process;
    private readonly List<string> _said = [];

    private ServerNode(Process process) => _process = process;

    public Uri Address { get; private set; } = null!;

    /// <summary>The first token; null when the store had one.</summary>
    public string? Token { get; private set; }

    public int ProcessId => _process.Id;

    /// <summary>The memory it holds now.</summary>
    public long ResidentKilobytes => long.Parse(
        File.ReadLines($"/proc/{ProcessId}/status").First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);

    /// <summary>What it said on standard error so far.</summary>
    public IReadOnlyList<string> Complaints
    {
        get
        {
            lock (_said)
            {
                return [.. _said];
            }
        }
    }

    /// <summary>What is started: the published program that TIMERPROBE_SERVER names, else what was built with the tests.</summary>
    private static string[] Program => Environment.GetEnvironmentVariable("TIMERPROBE_SERVER") is { Length: > 0 } published
        ? [published]
        : [Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet", Path.Combine(AppContext.BaseDirectory, "timerprobe-server.dll")];

    /// <summary>Starts one and waits until it serves.</summary>
    /// <param name="store">What <c>--store</c> names; null for the configuration's own.</param>
    /// <param name="options">What is said besides; where it listens, if not by plain http.</param>
    public static Task<ServerNode> StartAsync(string? store, params IEnumerable<string> options) => StartAsync(store, new Dictionary<string, string>(), options);

    /// <inheritdoc cref="StartAsync(string?, IEnumerable{string})"/>
    public static Task<ServerNode> StartAsync(string? store, IReadOnlyDictionary<string, string> environment, params IEnumerable<string> options) => StartAsync(store, environment, untilReady: true, options);

    /// <inheritdoc cref="StartAsync(string?, IEnumerable{string})"/>
    public static async Task<ServerNode> StartAsync(string? store, IReadOnlyDictionary<string, string> environment, bool untilReady, params IEnumerable<string> options)
    {
        List<string> said = [.. options];
        var process = Begin([.. store is null ? (string[])[] : ["--store", store], .. said.Contains("--listen", StringComparer.Ordinal) ? (string[])[] : ["--listen", "http://127.0.0.1:0"], .. said], environment);
        var node = new ServerNode(process);
        process.ErrorDataReceived += (_, line) => node.Said(line.Data);
        process.BeginErrorReadLine();
        try
        {
            await Until.EndedAsync(node.ServeAsync(untilReady), () => $"it is not ready:\n{string.Join('\n', node.Complaints)}");
            return node;
        }
        catch
        {
            await node.DisposeAsync();
            throw;
        }
    }

    /// <summary>A port on loopback that nobody listens on.</summary>
    public static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    /// <summary>Runs a command of the program to its end.</summary>
    public static async Task<(int ExitCode, string Out, string Error)> RunAsync(params IEnumerable<string> arguments)
    {
        using var process = Begin(arguments);
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        return (await EndedAsync(process, () => $"it does not end: {string.Join(' ', arguments)}"), await output, await error);
    }

    /// <summary>A client that comes with a token; null for none.</summary>
    public HttpClient Client(string? token)
    {
        var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false }) { BaseAddress = Address };
        client.DefaultRequestHeaders.Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token);
        return client;
    }

    /// <summary>Waits until it says that it may take work.</summary>
    public async Task UntilReadyAsync()
    {
        using var client = Client(token: null);
        await Until.Async(async () => await ConditionAsync(client) == "ready", () => $"it is not ready:\n{string.Join('\n', Complaints)}");
    }

    /// <summary>Waits until it says that it may take none.</summary>
    public async Task UntilNotReadyAsync()
    {
        using var client = Client(token: null);
        await Until.Async(async () => await ConditionAsync(client) != "ready", () => "it goes on to be ready");
    }

    /// <summary>Ends it as a service manager does; its exit code.</summary>
    public async Task<int> StopAsync()
    {
        Signal("TERM");
        return await EndedAsync(_process, () => $"it does not end:\n{string.Join('\n', Complaints)}");
    }

    /// <summary>Ends it at once.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>Sends it a signal, such as STOP.</summary>
    public void Signal(string name) => Signals.Send(_process.Id, name);

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
            await _process.WaitForExitAsync(CancellationToken.None);
        }

        _process.Dispose();
    }

    private static Process Begin(IEnumerable<string> arguments, IReadOnlyDictionary<string, string>? environment = null)
    {
        var start = new ProcessStartInfo(Program[0], [.. Program[1..], .. arguments]) { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true };
        // A node of a test lives for a minute: to compile its code a second time, and well, took a quarter of its work.
        start.Environment["DOTNET_TC_CallCounting"] = "0";
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        start.WorkingDirectory = environment?.GetValueOrDefault("PWD") ?? "";

        return Process.Start(start)!;
    }

    /// <summary>The exit code of a process that has to end; one that does not is killed.</summary>
    private static async Task<int> EndedAsync(Process process, Func<string> what)
    {
        try
        {
            await Until.EndedAsync(process.WaitForExitAsync(TestContext.Current.CancellationToken), what);
            return process.ExitCode;
        }
        finally
        {
            process.Kill();
        }
    }

    private async Task ServeAsync(bool untilReady)
    {
        var cancel = TestContext.Current.CancellationToken;
        while (await _process.StandardOutput.ReadLineAsync(cancel) is { } line)
        {
            if (AddressLine().Match(line) is { Success: true } address)
            {
                Address = new Uri(address.Groups["url"].Value);
                if (!untilReady)
                {
                    return;
                }
            }
            else if (TokenLine().Match(line) is { Success: true } token)
            {
                Token = token.Groups["token"].Value;
            }
            else if (line == "ready")
            {
                return;
            }
        }

        await _process.WaitForExitAsync(cancel);
        throw new InvalidOperationException($"The server ended with {_process.ExitCode}: {string.Join('\n', Complaints)}");
    }

    private static async Task<string> ConditionAsync(HttpClient client)
    {
        using var answer = await client.GetAsync("/readyz", TestContext.Current.CancellationToken);
        return (await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).Trim();
    }

    private void Said(string? line)
    {
        lock (_said)
        {
            _said.AddRange(line is null ? [] : [line]);
        }
    }

    [GeneratedRegex("^timerprobe-server .* on (?<url>https?://[^,]*), store ", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex AddressLine();

    [GeneratedRegex("^the first token, shown only now: (?<token>tps_.*)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex TokenLine();
}
