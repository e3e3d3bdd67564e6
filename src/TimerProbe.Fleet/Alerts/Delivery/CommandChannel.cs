using System.Collections.Frozen;
using System.ComponentModel;
using System.Diagnostics;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Runs a program for each alert, without a shell. Exit code 0 takes it.</summary>
public sealed class CommandChannel(
    string file, IReadOnlyList<string> arguments, IReadOnlyList<string> environment, IReadOnlyList<string> secrets) : IAlertChannel
{
    private const string Prefix = "TIMERPROBE_";

    private static readonly FrozenSet<string> Names = FrozenSet.ToFrozenSet(
        [
            "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
            "SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "OS", "USERNAME", "USERPROFILE", "USERDOMAIN", "COMPUTERNAME",
            "APPDATA", "LOCALAPPDATA", "ProgramData", "ALLUSERSPROFILE", "PUBLIC", "ProgramFiles", "ProgramFiles(x86)", "ProgramW6432",
            "CommonProgramFiles", "CommonProgramFiles(x86)", "CommonProgramW6432",
            "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "PSModulePath",
        ],
        StringComparer.OrdinalIgnoreCase);

    public string Name => "command";

    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(file, arguments);
        Restrict(start.Environment, [.. environment.Where(name => !IsSecret(name))]);
        start.Environment[Prefix + "ALERT_ID"] = alert.Id;
        start.Environment[Prefix + "ALERT_KIND"] = alert.Kind;
        start.Environment[Prefix + "ALERT_SUBJECT"] = alert.Subject;
        var exitCode = await RunAsync(start, alert.Payload, cancellationToken);
        return exitCode == 0
            ? null
            : throw new AlertNotDeliveredException(
                $"the program ended with exit code {exitCode}");
    }

    private bool IsSecret(string name) =>
        name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) || secrets.Contains(name, StringComparer.OrdinalIgnoreCase);

    private static void Restrict(IDictionary<string, string?> environment, IReadOnlyList<string> named)
    {
        var others = environment.Keys.Where(name => !IsPassed(name) && !named.Contains(name, StringComparer.OrdinalIgnoreCase)).ToList();
        foreach (var name in others)
        {
            environment.Remove(name);
        }
    }

    // LC_ALL and its kin say how the program talks.
    private static bool IsPassed(string name) => Names.Contains(name) || name.StartsWith("LC_", StringComparison.Ordinal);

    /// <summary>Runs the program, and ends it with all it started when time is up. What it prints is read by nobody.</summary>
    /// <exception cref="AlertNotDeliveredException">It could not be started.</exception>
    private static async Task<int> RunAsync(ProcessStartInfo start, string input, CancellationToken cancellationToken)
    {
        start.UseShellExecute = false;
        start.CreateNoWindow = true;
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        start.StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        using var process = Start(start);
        try
        {
            var unread = Task.WhenAll(DrainAsync(process.StandardOutput), DrainAsync(process.StandardError));
            await FeedAsync(process.StandardInput, input, cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
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
        catch (Win32Exception ex)
        {
            throw new AlertNotDeliveredException($"the program cannot be started: {ex.Message}", ex);
        }
    }

    private static async Task FeedAsync(StreamWriter input, string text, CancellationToken cancellationToken)
    {
        try
        {
            await using (input)
            {
                await input.WriteLineAsync(text.AsMemory(), cancellationToken);
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
        catch (Exception ex) when (ex is IOException or ObjectDisposedException or OperationCanceledException)
        {
            // The program is gone; a child of it may still hold the other end.
        }
    }
}
