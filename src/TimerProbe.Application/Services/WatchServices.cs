namespace TimerProbe.Application.Services;

/// <summary>The services of the systems that have them.</summary>
public static class WatchServices
{
    /// <summary>That of this system.</summary>
    /// <param name="dialog">Whom it talks to.</param>
    /// <exception cref="UseCaseException">There is none.</exception>
    public static IWatchService Here(IDialog dialog) =>
        OperatingSystem.IsWindows() ? new WindowsWatchService(dialog)
        : OperatingSystem.IsLinux() ? new SystemdWatchService()
        : throw new UseCaseException(Failure.NotPossible, "services are supported on Windows and on Linux with systemd");
}
