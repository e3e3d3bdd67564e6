using System.Runtime.Versioning;

namespace TimerProbe.Application.Services;

/// <summary>What is known of a service, in a word and its value.</summary>
/// <param name="What">What it is, such as <c>state</c>.</param>
/// <param name="Value">Its value.</param>
public sealed record ServiceFact(string What, string Value);

/// <summary><c>timerprobe watch</c> as a service of this system.</summary>
public interface IWatchService
{
    /// <summary>What <see cref="Install"/> would make, in the words of the system; nothing is changed.</summary>
    /// <exception cref="UseCaseException">It makes no sense.</exception>
    string Plan(WatchServiceSettings settings);

    /// <summary>Installs the service and starts it. One that is installed with the same options stays as it is, and is started; so
    /// does any of this program where no options are asked for.</summary>
    /// <returns>What was done, as a sentence without a full stop.</returns>
    /// <exception cref="UseCaseException">It cannot be installed here, or is installed with other options.</exception>
    string Install(WatchServiceSettings settings, CancellationToken cancel);

    /// <summary>Stops the service and takes it away; what it wrote stays.</summary>
    /// <returns>What was done, as a sentence without a full stop.</returns>
    /// <exception cref="UseCaseException">It cannot be removed.</exception>
    string Remove(CancellationToken cancel);

    /// <summary>What is known of the service.</summary>
    /// <exception cref="UseCaseException">The system does not tell.</exception>
    IReadOnlyList<ServiceFact> Status(CancellationToken cancel);
}

/// <summary>The service to install.</summary>
public sealed record WatchServiceSettings
{
    /// <summary>The whole path of this program, the only one that the service runs.</summary>
    public required string Executable { get; init; }

    /// <summary>The options of <c>timerprobe watch</c>, each an argument; no secret is among them.</summary>
    public IReadOnlyList<string> Options { get; init; } = [];

    /// <summary>The whole paths of the files that it writes.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>Whether the run is kept in a store.</summary>
    public bool Saves { get; init; }

    /// <summary>Whether it may speak to another machine: a server of time, a store, the receivers of alerts.</summary>
    public bool Connects { get; init; }
}

/// <summary>The services of the systems that have them.</summary>
public static class WatchServices
{
    /// <summary>That of this system.</summary>
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

    public string Plan(WatchServiceSettings settings) => _setup.Show(PlanOf(settings));

    public string Install(WatchServiceSettings settings, CancellationToken cancel) =>
        _setup.Install(PlanOf(settings), JoinCounterReaders, cancel);

    public string Remove(CancellationToken cancel) => _setup.Remove(() => _ = _setup.Account.Leave(CounterReaders), cancel);

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
