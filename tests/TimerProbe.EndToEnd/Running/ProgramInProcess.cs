namespace TimerProbe.EndToEnd.Running;

/// <summary>Runs the program in this process, beside others that run in it: with a terminal, variables and a culture of its own.</summary>
internal static class ProgramInProcess
{
    /// <summary>The variables that the program asks its terminal for; the others are the runtime's, the system's, or for what it starts.</summary>
    private static readonly HashSet<string> Variables = new(StringComparer.Ordinal)
    {
        "NO_COLOR", "TERM", "TIMERPROBE_ANONYMIZE_KEY", "TIMERPROBE_CONFIG", "TIMERPROBE_SQL_PASSWORD", "TIMERPROBE_SUBMIT_TOKEN",
        "TIMERPROBE_VCENTER_PASSWORD", "VC_PASSWORD", "XDG_STATE_HOME",
    };

    /// <summary>Whether a run has nothing that only a process can have.</summary>
    public static bool Takes(ProgramRun run) => run.WorkingDirectory is null && run.Environment.Keys.All(Variables.Contains);

    public static async Task<ProgramResult> RunAsync(ProgramRun run)
    {
        using var data = new KeptStream();
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(run.Input));
        await using var said = new StringWriter(CultureInfo.InvariantCulture);
        await using var error = TextWriter.Synchronized(said);
        using var terminal = Terminal.Over(data, error, input,
            new EnvironmentVariables(
                name => run.Environment.TryGetValue(name, out var value) ? value : Environment.GetEnvironmentVariable(name)));
        using var asked = new CancellationTokenSource();
        var running = Task.Run(
            () =>
            {
                // The executable has no culture but this one.
                CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;
                return new CommandLineApplication(terminal, TimeProvider.System).RunAsync([.. run.Arguments], asked.Token);
            },
            CancellationToken.None);
        try
        {
            var exitCode = await running.WaitAsync(Hang.Limit);
            return new ProgramResult(exitCode, Encoding.UTF8.GetString(data.ToArray()), said.ToString());
        }
        catch (TimeoutException)
        {
            await asked.CancelAsync();
            Assert.Fail($"timerprobe {string.Join(' ', run.Arguments)} did not end within {Hang.Limit.TotalSeconds} s");
            throw;
        }
    }

    /// <summary>Standard output: who has written a document closes it, and the next may write.</summary>
    private sealed class KeptStream : MemoryStream
    {
        public override void Close()
        {
        }
    }
}
