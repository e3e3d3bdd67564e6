namespace TimerProbe.Server.Tests.Running;

/// <summary>A program run to its end; one that hangs is killed, with what it started.</summary>
internal static class ProcessRun
{
    public static async Task<(int ExitCode, string Out, string Error)> RunAsync(ProcessStartInfo start, string input = "")
    {
        start.UseShellExecute = false;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        using var process = Process.Start(start)!;
        try
        {
            var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            await process.StandardInput.WriteAsync(input);
            process.StandardInput.Close();
            var ended = process.WaitForExitAsync(CancellationToken.None);
            await Until.EndedAsync(ended, () => $"it does not end: {start.FileName} {string.Join(' ', start.ArgumentList)}");
            return (process.ExitCode, await output, await error);
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }
}
