namespace TimerProbe.Fuzz;

/// <summary>The program in this process, through the executable's entry: a case takes milliseconds instead of half a second.</summary>
internal static class ProgramUnderTest
{
    /// <summary>Longer than any limit a case sets itself.</summary>
    private static readonly TimeSpan MaxLength = TimeSpan.FromSeconds(45);

    /// <returns>Its exit code and what it said on standard error; a null code is a hang.</returns>
    public static async Task<(int? ExitCode, string Said)> RunAsync(params string[] arguments)
    {
        using var said = new StringWriter();
        using var error = TextWriter.Synchronized(said);
        using var terminal = Terminal.OfService(error);
        var running = Task.Run(() => new CommandLineApplication(terminal, TimeProvider.System).RunAsync([.. arguments, "--verbose"], CancellationToken.None));
        var isDone = await Task.WhenAny(running, Task.Delay(MaxLength)) == running;
        return (isDone ? await running : null, said.ToString());
    }
}
