using TimerProbe.Cli.Commands;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli.Services;

/// <summary>The program started by the service manager of Windows.</summary>
internal static class ServiceMode
{
    /// <summary>Runs it as a service.</summary>
    /// <returns>The exit code; null when it was not asked to be a service, or when nobody is there to serve.</returns>
    public static int? Run(string[] args)
    {
        // Asked before anything is parsed: the manager waits for an answer, and wrong arguments are to be told to it too. Whatever begins
        // so may be meant: --service=true, or a slip; where no manager waits, nothing comes of it.
        if (!OperatingSystem.IsWindows() || !Array.Exists(args, argument => argument.StartsWith(ServiceOption.Name, StringComparison.Ordinal)))
        {
            return null;
        }

        return WindowsService.Run(service => Serve(service, args));
    }

    private static int Serve(WindowsService service, string[] args)
    {
        using var talk = new ServiceErrorWriter(() => service.IsRunning, Report);
        using var terminal = Terminal.OfService(talk);
        var exitCode = new CommandLineApplication(terminal, TimeProvider.System, service).RunAsync(args).GetAwaiter().GetResult();
        talk.End(exitCode);
        return exitCode;
    }

    /// <summary>A log that takes no event is passed over: there is nobody left to tell.</summary>
    private static void Report(WindowsEvent happened) => _ = WindowsEventLog.Write(WindowsEventLog.Source, happened);
}
