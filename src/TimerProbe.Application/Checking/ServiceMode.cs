namespace TimerProbe.Application.Checking;

/// <summary>A program started by the service manager of Windows.</summary>
public static class ServiceMode
{
    public const string Option = "--service";

    /// <summary>Runs a program as a service.</summary>
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
            using var talk = new ServiceErrorWriter(() => service.IsRunning, WindowsEventLog.Write);
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
            throw new UseCaseException(ExitCode.NotPossible, OperatingSystem.IsWindows()
                ? $"{Option} is for the service manager, which did not start this process: create a service with this command using sc.exe create or New-Service and start it, or remove {Option}"
                : $"{Option} is for Windows only: remove it, even under systemd");
        }
    }
}
