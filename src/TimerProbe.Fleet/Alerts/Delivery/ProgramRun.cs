using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Runs a program without a shell, and ends it with all it started when time is up. What it prints is read by nobody.</summary>
internal static class ProgramRun
{
    /// <summary>The exit code.</summary>
    /// <exception cref="AlertNotDeliveredException">It could not be started.</exception>
    public static async Task<int> RunAsync(ProcessStartInfo start, string input, CancellationToken cancel)
    {
        start.UseShellExecute = false;
        start.CreateNoWindow = true;
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        start.StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        using var process = Start(start);
        try
        {
            var unread = Task.WhenAll(DrainAsync(process.StandardOutput), DrainAsync(process.StandardError));
            await FeedAsync(process.StandardInput, input, cancel);
            await process.WaitForExitAsync(cancel);
            return process.ExitCode;
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception error)
        {
            throw new AlertNotDeliveredException($"the program cannot be started: {error.Message}", error);
        }
    }

    private static async Task FeedAsync(StreamWriter input, string text, CancellationToken cancel)
    {
        try
        {
            await using (input)
            {
                await input.WriteLineAsync(text.AsMemory(), cancel);
            }
        }
        catch (IOException)
        {
            // It need not read.
        }
    }

    private static async Task DrainAsync(StreamReader output)
    {
        try
        {
            await output.BaseStream.CopyToAsync(Stream.Null);
        }
        catch (Exception closed) when (closed is IOException or ObjectDisposedException or OperationCanceledException)
        {
            // The program is gone; a child of it may still hold the other end.
        }
    }
}
