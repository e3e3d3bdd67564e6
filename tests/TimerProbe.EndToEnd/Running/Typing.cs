namespace TimerProbe.EndToEnd.Running;

/// <summary>A person at a terminal, who types once a question is there.</summary>
internal static class Typing
{
    /// <summary>Ctrl+C.</summary>
    public const string Interrupt = "\u0003";

    /// <summary>Ctrl+D.</summary>
    public const string EndOfInput = "\u0004";

    public static Task<(int ExitCode, string Shown)> TypeAsync(this ProgramRun program, string question, string typed) => program.TypeAsync((question, typed));

    /// <summary>Runs the program at a terminal, and types each answer when its question is shown.</summary>
    public static async Task<(int ExitCode, string Shown)> TypeAsync(this ProgramRun program, params (string Question, string Typed)[] answers)
    {
        Needs.Linux();
        program = program.WithDefaultSignals();

        // Without "exec" a shell like dash stays between terminal and program, and ends by the Ctrl+C that is meant for the program.
        var script = program with { FileName = "script", Arguments = ["-qec", $"exec {string.Join(' ', program.Arguments.Prepend(program.FileName).Select(Quoted))}", "/dev/null"] };
        using var process = script.WithEnvironment("SHELL", "/bin/sh").Start(keepsInputOpen: true);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        limit.CancelAfter(Hang.Limit);
        var shown = new StringBuilder();
        var buffer = new char[4096];
        for (var next = 0; await process.StandardOutput.ReadAsync(buffer, limit.Token) is > 0 and var count;)
        {
            shown.Append(buffer, 0, count);
            if (next < answers.Length && shown.ToString().Contains(answers[next].Question, StringComparison.Ordinal))
            {
                await process.StandardInput.WriteAsync(answers[next++].Typed);
                await process.StandardInput.FlushAsync(limit.Token);
            }
        }

        await process.WaitForExitAsync(limit.Token);
        return (process.ExitCode, shown.ToString());
    }

    private static string Quoted(string argument) => $"'{argument.Replace("'", @"'\''", StringComparison.Ordinal)}'";
}
