namespace TimerProbe.Fuzz;

/// <summary>
/// The program, through the entry that the executable has: in this process, which makes a case a few milliseconds instead of half a
/// second; or another executable, a process for each case, to see what an earlier version did.
/// </summary>
internal sealed class ProgramUnderTest(string? executable)
{
    /// <summary>Longer than any limit a case sets itself.</summary>
    public static readonly TimeSpan MaxLength = TimeSpan.FromSeconds(45);

    /// <summary>Runs it.</summary>
    /// <returns>Its exit code and what it said on standard error; a null code is a hang.</returns>
    public async Task<(int? ExitCode, string Said)> RunAsync(params IEnumerable<string> arguments) =>
        executable is null ? await RunHereAsync([.. arguments]) : await RunApartAsync([.. arguments]);

    private static async Task<(int?, string)> RunHereAsync(string[] arguments)
    {
        using var said = new StringWriter();
        using var error = TextWriter.Synchronized(said);
        using var terminal = Terminal.OfService(error);
        var running = Task.Run(() => new CommandLineApplication(terminal, TimeProvider.System).RunAsync([.. arguments, "--verbose"], CancellationToken.None));
        var isDone = await Task.WhenAny(running, Task.Delay(MaxLength)) == running;
        return (isDone ? await running : null, said.ToString());
    }

    private async Task<(int?, string)> RunApartAsync(string[] arguments)
    {
        var start = new ProcessStartInfo(
            executable!, [.. arguments, "--verbose"])
        { RedirectStandardError = true, RedirectStandardOutput = true, UseShellExecute = false };
        using var process = Process.Start(start)!;
        var said = new StringBuilder();
        process.ErrorDataReceived += (_, line) => said.AppendLine(line.Data);
        process.OutputDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        process.BeginOutputReadLine();
        using var limit = new CancellationTokenSource(MaxLength);
        try
        {
            await process.WaitForExitAsync(limit.Token);
            return (process.ExitCode, said.ToString());
        }
        catch (OperationCanceledException)
        {
            process.Kill();
            return (null, said.ToString());
        }
    }
}
