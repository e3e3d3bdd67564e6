namespace TimerProbe.EndToEnd.Running;

/// <summary>How long a test waits for what must come: it bounds a hang and nothing else, so that no load makes it too short.</summary>
internal static class Hang
{
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);
}

internal sealed record ProgramResult(int ExitCode, string Out, string Error);

/// <summary>A program to run, with everything around it said explicitly.</summary>
internal sealed record ProgramRun(string FileName, IReadOnlyList<string> Arguments)
{
    private const int KilledBySegmentationFault = 128 + 11;

    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>();

    public string? WorkingDirectory { get; init; }

    /// <summary>Whether it runs in this process; it is no file then.</summary>
    public bool IsInProcess { get; init; }

    /// <summary>
    /// Wine itself dies of a signal once in some thousand starts on a busy machine, and is then started again: a fault of the program that it runs is no
    /// signal, but an exception of Windows with an exit code of its own.
    /// </summary>
    public bool IsOnWine { get; init; }

    public string Input { get; init; } = "";

    public ProgramRun With(params IEnumerable<string> arguments) => this with { Arguments = [.. Arguments, .. arguments] };

    public ProgramRun WithEnvironment(string name, string? value) =>
        this with { Environment = new Dictionary<string, string?>(Environment, StringComparer.Ordinal) { [name] = value } };

    /// <summary>The same program started by another one, such as setpriv or sh.</summary>
    public ProgramRun Under(string fileName, params IEnumerable<string> arguments)
    {
        var started = AsProcess();
        return started with { FileName = fileName, Arguments = [.. arguments, started.FileName, .. started.Arguments] };
    }

    public ProgramRun AsProcess() => !IsInProcess ? this
        : TimerProbeProgram.Fastest.With(Arguments) with { Environment = Environment, WorkingDirectory = WorkingDirectory, Input = Input };

    /// <summary>The program with every signal at its default: who starts the tests may ignore some, as nohup does, and a program inherits that.</summary>
    public ProgramRun WithDefaultSignals() => Under("env", "--default-signal");

    /// <summary>Runs it to its end; a program that hangs is killed and fails the test.</summary>
    public Task<ProgramResult> RunAsync(Func<Process, Task>? whileRunning = null) =>
        IsInProcess && whileRunning is null && ProgramInProcess.Takes(this) ? ProgramInProcess.RunAsync(this) : AsProcess().RunProcessAsync(whileRunning);

    private Task<ProgramResult> RunProcessAsync(Func<Process, Task>? whileRunning) =>
        AgainAsync(() => RunOnceAsync(whileRunning), result => IsOnWine && result.ExitCode == KilledBySegmentationFault);

    /// <summary>Runs it, and again, a few times at most, for as long as its result is a fault of Wine's that it has no part in.</summary>
    public Task<ProgramResult> RunAgainAsync(Func<ProgramResult, bool> isWines) => AgainAsync(() => RunAsync(), isWines);

    /// <summary>Runs it to an exit code and to what it says on standard error; and on standard output, where that is given.</summary>
    public async Task<ProgramResult> EndsAsync(int exitCode, string error, string? output = null)
    {
        var result = await RunAsync();
        Assert.True(result.ExitCode == exitCode && (output ?? result.Out) == result.Out, $"not {exitCode}: {result}");
        Assert.Contains(error, result.Error, StringComparison.Ordinal);
        return result;
    }

    /// <summary>Runs it to exit code 0; and to this on standard error, where that is given.</summary>
    public async Task<ProgramResult> SucceedsAsync(string? error = null)
    {
        var result = await RunAsync();
        Assert.True(result.ExitCode == 0 && (error ?? result.Error) == result.Error, $"{result}");
        return result;
    }

    /// <summary>Starts it; whoever does has to end it.</summary>
    public Process Start(bool keepsInputOpen = false)
    {
        if (IsInProcess)
        {
            return AsProcess().Start(keepsInputOpen);
        }

        var start = new ProcessStartInfo(FileName, Arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
            WorkingDirectory = WorkingDirectory ?? Path.GetTempPath(),
        };
        foreach (var (name, value) in Environment)
        {
            start.Environment[name] = value;
        }

        var process = Process.Start(start)!;
        process.StandardInput.Write(Input);
        if (!keepsInputOpen)
        {
            process.StandardInput.Close();
        }

        return process;
    }

    private async Task<ProgramResult> AgainAsync(Func<Task<ProgramResult>> run, Func<ProgramResult, bool> isWines)
    {
        const int Tries = 5;
        var result = await run();
        for (var tried = 1; tried < Tries && isWines(result); tried++)
        {
            TestContext.Current.AddWarning($"Wine failed, and this is run again: {string.Join(' ', Arguments)}: {result}");
            result = await run();
        }

        return result;
    }

    private async Task<ProgramResult> RunOnceAsync(Func<Process, Task>? whileRunning)
    {
        using var process = Start();
        using var limit = new CancellationTokenSource(Hang.Limit);
        var (output, error) = (new StringBuilder(), new StringBuilder());
        var reading = Task.WhenAll(ReadAsync(process.StandardOutput, output), ReadAsync(process.StandardError, error));
        try
        {
            if (whileRunning is not null)
            {
                await whileRunning(process);
            }

            await process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await Task.WhenAny(reading, Task.Delay(TimeSpan.FromSeconds(10), CancellationToken.None));
            Assert.Fail($"{FileName} {string.Join(' ', Arguments)} did not end, nor say anything for {Hang.Limit.TotalSeconds} s after: {output}{error}");
        }

        await reading;
        return new ProgramResult(process.ExitCode, output.ToString(), error.ToString());

        // What it says is a sign of life: many tests in one program may take longer than the limit together.
        async Task ReadAsync(StreamReader reader, StringBuilder text)
        {
            var buffer = new char[4096];
            while (await reader.ReadAsync(buffer) is > 0 and var read)
            {
                limit.CancelAfter(Hang.Limit);
                text.Append(buffer, 0, read);
            }
        }
    }
}
