using System.ComponentModel;
using System.Diagnostics;

#pragma warning disable RS0030 // Beside Terminal, this is the one place that touches the console.

namespace TimerProbe.Cli.Output;

/// <summary>
/// A line that a person types, shown or not. On Unix the terminal itself is read, past .NET's console, which echoes lines itself
/// and turns the echo on between two keys; for a secret it stops to echo for the whole time.
/// </summary>
internal static class TypedLine
{
    private const string UnixTerminal = "/dev/tty";

    /// <summary>Asks, and reads the line; null when the person ends the input, or typing cannot be hidden.</summary>
    public static string? ReadHidden(string question, TextWriter error, CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsWindows() && !Stty("-echo"))
        {
            return null;
        }

        error.Write(question);
        try
        {
            return OperatingSystem.IsWindows() ? ReadKeys(cancellationToken) : ReadShown(cancellationToken);
        }
        finally
        {
            error.WriteLine();
            _ = OperatingSystem.IsWindows() || Stty("echo");
        }
    }

    /// <summary>Null at the end of the input. The read itself cannot be cancelled; the process ends over it.</summary>
    public static string? ReadShown(CancellationToken cancellationToken)
    {
        var reading = Task.Run(
            () =>
            {
                using var terminal = OperatingSystem.IsWindows()
                    ? new StreamReader(Console.OpenStandardInput())
                    : new StreamReader(UnixTerminal);
                return terminal.ReadLine();
            },
            CancellationToken.None);
        reading.Wait(cancellationToken);
        return reading.Result;
    }

    private static bool Stty(string argument)
    {
        try
        {
            // A child that has the terminal for itself makes .NET set the terminal again when it ends.
            using var shell = Process.Start(new ProcessStartInfo("sh", ["-c", $"stty {argument} < {UnixTerminal}"])
            {
                UseShellExecute = false,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            shell.WaitForExit();
            return shell.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }

    private static string? ReadKeys(CancellationToken cancellationToken)
    {
        var typed = new StringBuilder();
        for (var key = NextKey(cancellationToken); key.Key != ConsoleKey.Enter; key = NextKey(cancellationToken))
        {
            if (key is { Key: ConsoleKey.Z, Modifiers: ConsoleModifiers.Control })
            {
                return null;
            }

            if (key.Key == ConsoleKey.Backspace)
            {
                typed.Length = Math.Max(0, typed.Length - 1);
            }
            else if (!char.IsControl(key.KeyChar))
            {
                typed.Append(key.KeyChar);
            }
        }

        return typed.ToString();
    }

    private static ConsoleKeyInfo NextKey(CancellationToken cancellationToken)
    {
        while (!Console.KeyAvailable)
        {
            cancellationToken.WaitHandle.WaitOne(TimeSpan.FromMilliseconds(20));
            cancellationToken.ThrowIfCancellationRequested();
        }

        return Console.ReadKey(intercept: true);
    }
}
