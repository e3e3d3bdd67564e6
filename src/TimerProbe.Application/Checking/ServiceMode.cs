using System.Globalization;
using System.Text;

namespace TimerProbe.Application.Checking;

/// <summary>A program started by the service manager of Windows.</summary>
public static class ServiceMode
{
    /// <summary>The option that asks for it.</summary>
    public const string Option = "--service";

    /// <summary>Runs a program as a service.</summary>
    /// <param name="args">Its arguments.</param>
    /// <param name="serve">The program, with the service that it is and its standard error; returns the exit code.</param>
    /// <returns>The exit code; null when it was not asked to be a service, or when nobody is there to serve.</returns>
    public static int? Run(string[] args, Func<WindowsService, TextWriter, int> serve)
    {
        // Asked before anything is parsed: the manager waits for an answer, and wrong arguments must reach it too. Whatever begins
        // so may be the option: --service=true, or a slip; where no manager waits, it has no effect.
        if (!OperatingSystem.IsWindows() || !Array.Exists(args, argument => argument.StartsWith(Option, StringComparison.Ordinal)))
        {
            return null;
        }

        return WindowsService.Run(service =>
        {
            using var talk = new ServiceErrorWriter(() => service.IsRunning, Report);
            var exitCode = serve(service, talk);
            talk.End(exitCode);
            return exitCode;
        });
    }

    /// <summary>Makes sure that a process which was asked to be a service is one.</summary>
    /// <exception cref="UseCaseException">It is not a service.</exception>
    public static void AssertStarted(WindowsService? service)
    {
        if (service is null)
        {
            throw new UseCaseException(Failure.NotPossible, OperatingSystem.IsWindows()
                ? $"{Option} is for the service manager, which did not start this process: create a service with this command using sc.exe create or New-Service and start it, or remove {Option}"
                : $"{Option} is for Windows only: remove it, even under systemd");
        }
    }

    /// <summary>A log that takes no event is passed over: there is nowhere left to report it.</summary>
    private static void Report(WindowsEvent happened) => WindowsEventLog.Write(happened);
}

/// <summary>
/// Standard error of a service, which has no console. While it runs each message is an event, a warning; what is said while it
/// starts and ends becomes one event at the end, an error when it failed.
/// </summary>
internal sealed class ServiceErrorWriter(Func<bool> isRunning, Action<WindowsEvent> report) : TextWriter(CultureInfo.InvariantCulture)
{
    private readonly Lock _turn = new();
    private readonly StringBuilder _line = new();
    private readonly StringBuilder _held = new();

    public override Encoding Encoding => Encoding.Unicode;

    public override void Write(char value)
    {
        lock (_turn)
        {
            _line.Append(value);
        }
    }

    public override void WriteLine(string? value)
    {
        lock (_turn)
        {
            var line = PlainText.Lines($"{_line}{value}".ReplaceLineEndings("\n"));
            _line.Clear();
            if (isRunning())
            {
                report(Complaint(line));
            }
            else
            {
                _held.Append(line).Append('\n');
            }
        }
    }

    public void End(int exitCode)
    {
        if (_line.Length > 0)
        {
            WriteLine("");
        }

        if (exitCode != 0)
        {
            var why = string.Create(CultureInfo.InvariantCulture, $"{_held}The service ended with exit code {exitCode}.");
            report(new WindowsEvent(WindowsEventKind.Error, WindowsEvent.Failed, why));
        }
        else if (_held.Length > 0)
        {
            report(Complaint(_held.ToString().TrimEnd('\n')));
        }
    }

    private static WindowsEvent Complaint(string text) => new(WindowsEventKind.Warning, WindowsEvent.Complaint, text);
}
