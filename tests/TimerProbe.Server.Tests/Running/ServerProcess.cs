namespace TimerProbe.Server.Tests.Running;

/// <summary>A node as a process of its own, for tests that kill or signal it, look at its memory, or give it variables; it is killed when it is disposed of.</summary>
internal sealed class ServerProcess : ServerNode
{
    private readonly Process _process;

    private ServerProcess(IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment)
    {
        var start = new ProcessStartInfo(Program[0], [.. Program[1..], .. arguments])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        };
        // A node of a test lives for a minute: to compile its code a second time, and well, took a quarter of its work.
        start.Environment["DOTNET_TC_CallCounting"] = "0";
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        start.WorkingDirectory = environment.GetValueOrDefault("PWD") ?? "";
        _process = Process.Start(start)!;
        _process.OutputDataReceived += (_, line) => Take(line.Data, TakeOutput);
        _process.ErrorDataReceived += (_, line) => Take(line.Data, TakeError);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        Ended = WaitAsync();
    }

    public int ProcessId => _process.Id;

    /// <summary>The memory that it made and holds: without the pages of its program's files, which the system takes back when it needs them.</summary>
    public long OwnKilobytes => File.ReadLines($"/proc/{ProcessId}/status")
        .Where(line => line.StartsWith("RssAnon:", StringComparison.Ordinal) || line.StartsWith("RssShmem:", StringComparison.Ordinal))
        .Sum(line => long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));

    protected override Task<int> Ended { get; }

    /// <summary>What is started: the published program that TIMERPROBE_SERVER names, else what was built with the tests.</summary>
    private static string[] Program => Environment.GetEnvironmentVariable("TIMERPROBE_SERVER") is { Length: > 0 } published
        ? [published]
        : [Environment.ProcessPath is { } path
            && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet", Path.Combine(AppContext.BaseDirectory, "timerprobe-server.dll")];

    public static new Task<ServerProcess> StartAsync(string? store, params IEnumerable<string> options) =>
        StartAsync(store, new Dictionary<string, string>(), untilReady: true, options);

    public static Task<ServerProcess> StartAsync(
        string? store, IReadOnlyDictionary<string, string> environment, bool untilReady, params IEnumerable<string> options) =>
        BegunAsync(new ServerProcess(Arguments(store, options), environment), untilReady);

    /// <summary>Runs the program to its end under a script of bash, which starts it as <c>"$@"</c>.</summary>
    public static Task<(int ExitCode, string Out, string Error)> RunUnderAsync(string script, params IEnumerable<string> arguments) =>
        ProcessRun.RunAsync(new ProcessStartInfo("bash", ["-c", script, "bash", .. Program, .. arguments]));

    public async Task KillAsync()
    {
        _process.Kill();
        await Ended;
    }

    public void Signal(string name) => Signals.Send(_process.Id, name);

    public override async ValueTask DisposeAsync()
    {
        if (!Ended.IsCompleted)
        {
            await KillAsync();
        }

        _process.Dispose();
    }

    protected override void AskToEnd() => Signal("TERM");

    private static void Take(string? line, Action<string> take)
    {
        if (line is not null)
        {
            take(line);
        }
    }

    private async Task<int> WaitAsync()
    {
        await _process.WaitForExitAsync(CancellationToken.None);
        return _process.ExitCode;
    }
}
