using System.ComponentModel;

namespace TimerProbe.Guest.Inspection;

/// <summary>What came of a program.</summary>
internal sealed record ChildProcess(int? ExitCode, string Output, string Error)
{
    // Characters: sixteen times the longest variable of a guest. A program that writes more waits for a reader until the deadline.
    private const int MaxOutput = 1 << 20;

    /// <summary>Runs a program in English and UTC. One that does not end by the deadline is killed with all it started.</summary>
    public static ChildProcess Run(string program, IEnumerable<string> arguments, Deadline deadline)
    {
        if (deadline.IsReached)
        {
            return new ChildProcess(ExitCode: null, "", deadline.Why);
        }

        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
            Environment = { ["LC_ALL"] = "C", ["TZ"] = "UTC0" },
        };
        try
        {
            using var process = Process.Start(start)!;
            process.StandardInput.Close();
            return Answer(process, deadline);
        }
        catch (Win32Exception ex)
        {
            // The exception's own message names the working folder.
            return NotStarted(new Win32Exception(ex.NativeErrorCode).Message);
        }
        catch (IOException)
        {
            return NotStarted("its output could not be read");
        }
    }

    private static ChildProcess NotStarted(string why) => new(ExitCode: null, "", "it could not be started: " + why);

    private static ChildProcess Answer(Process process, Deadline deadline)
    {
        var output = ReadAsync(process.StandardOutput, deadline.Token);
        var error = ReadAsync(process.StandardError, deadline.Token);
        try
        {
            // A program that ended may leave a child behind that holds its output open, and a cancelled read of Windows' pipes blocks.
            Task.WhenAll(output, error, process.WaitForExitAsync(deadline.Token)).WaitAsync(deadline.Token).GetAwaiter().GetResult();
            return new ChildProcess(process.ExitCode, output.Result.Trim(), error.Result.Trim());
        }
        catch (OperationCanceledException)
        {
            Kill(process);
            return new ChildProcess(ExitCode: null, "", deadline.Why);
        }
    }

    private static async Task<string> ReadAsync(StreamReader from, CancellationToken cancellationToken)
    {
        var (text, buffer) = (new StringBuilder(), new char[4096]);
        while (text.Length < MaxOutput && await from.ReadAsync(buffer, cancellationToken) is > 0 and var count)
        {
            text.Append(buffer, 0, count);
        }

        return text.ToString();
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception ex) when (ex is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It ended just now, or its rights forbid it: there is nothing more to do.
        }
    }
}
