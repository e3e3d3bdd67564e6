namespace TimerProbe.Fleet.Tests.Running;

/// <summary>The program of tests/lab/store-writer as a process of its own, until it is killed or disposed.</summary>
internal sealed class StoreWriter : IDisposable
{
    private readonly Process _process;

    private StoreWriter(Process process) => _process = process;

    private static string Program
    {
        get
        {
            var built = new DirectoryInfo(AppContext.BaseDirectory);
            return Repository.Path("tests", "lab", "store-writer", "bin", built.Parent!.Name, built.Name, OperatingSystem.IsWindows() ? "StoreWriter.exe" : "StoreWriter");
        }
    }

    public static StoreWriter Start(params string[] arguments) => StartAs([], arguments);

    /// <summary>Starts it as a user who owns nothing.</summary>
    public static StoreWriter StartAsNobody(params string[] arguments) =>
        StartAs(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"], arguments);

    public async Task<string?> ReadLineAsync() => await _process.StandardOutput.ReadLineAsync(Cancel);

    /// <summary>Ends it as a failing machine would: SIGKILL. Returns what it had said.</summary>
    public async Task<IReadOnlyList<string>> KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(Cancel);
        var said = await _process.StandardOutput.ReadToEndAsync(Cancel);
        return [.. said.Split('\n', StringSplitOptions.RemoveEmptyEntries)];
    }

    /// <summary>Stops it, as a machine does that is suspended, or lets it go on.</summary>
    public async Task SignalAsync(string signal)
    {
        using var kill = Process.Start("kill", ["-s", signal, $"{_process.Id}"]);
        await kill.WaitForExitAsync(Cancel);
        Assert.Equal(0, kill.ExitCode);
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.Kill();
        _process.Dispose();
    }

    private static StoreWriter StartAs(string[] prefix, string[] arguments)
    {
        string[] command = [.. prefix, Program, .. arguments];
        return new StoreWriter(Process.Start(new ProcessStartInfo(command[0], command[1..])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!);
    }
}
