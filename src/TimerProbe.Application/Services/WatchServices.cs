using System.Runtime.Versioning;

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

/// <summary>The watch as a service of Windows, with an account of its own that may write one folder.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsWatchService(IDialog dialog) : IWatchService
{
    /// <summary>Performance Monitor Users, who may read the counters of VMware Tools.</summary>
    private const string CounterReaders = "S-1-5-32-558";

    private static readonly string Folder = ServicePlaces.FolderOf("watch");

    private readonly WindowsServiceSetup _setup = new(WindowsServiceSetup.Watch, "timerprobe", dialog);

    /// <inheritdoc/>
    public string Plan(WatchServiceSettings settings) => _setup.Show(PlanOf(settings));

    /// <inheritdoc/>
    public string Install(WatchServiceSettings settings, CancellationToken cancel) =>
        _setup.Install(PlanOf(settings), JoinCounterReaders, cancel);

    /// <inheritdoc/>
    public string Remove(CancellationToken cancel) => _setup.Remove(() => _ = _setup.Account.Leave(CounterReaders), cancel);

    /// <inheritdoc/>
    public IReadOnlyList<ServiceFact> Status(CancellationToken cancel) => _setup.Status();

    private static WindowsServicePlan PlanOf(WatchServiceSettings settings)
    {
        var isReportedWhere = settings.Saves || settings.Files.Count > 0;
        IEnumerable<string> written = isReportedWhere ? [] : ["--log", Path.Combine(Folder, "watch.jsonl")];
        return new WindowsServicePlan
        {
            DisplayName = "TimerProbe watch",
            Description = "Watches the clocks of this machine and reports every change.",
            Executable = settings.Executable,
            Fixed = ["watch", ServiceMode.Option],
            Arguments = [.. settings.Options, .. written],
            KeepsInstalled = settings.Options.Count == 0,
            Folder = isReportedWhere ? null : Folder,
            Restarts = [TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(10), TimeSpan.FromMinutes(60)],
        };
    }

    private void JoinCounterReaders()
    {
        if (_setup.Account.Join(CounterReaders) is { } why)
        {
            dialog.Complain(
                $"{_setup.Account.Name} is not a member of Performance Monitor Users, so the watch may not read the counters of VMware Tools: {why}");
        }
    }
}
