using System.ComponentModel;
using System.Globalization;
using System.Runtime.Versioning;
using TimerProbe.Guest.Services;

namespace TimerProbe.Application.Services;

/// <summary>The watch as a service of Windows, with an account of its own that may write one folder.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsWatchService(IDialog dialog) : IWatchService
{
    private const string Name = "TimerProbeWatch";

    /// <summary>Performance Monitor Users, who may read the counters of VMware Tools.</summary>
    private const string CounterReaders = "S-1-5-32-558";

    private static readonly ServiceAccount Account = new(Name);
    private static readonly string Folder = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "TimerProbe", "watch");

    /// <inheritdoc/>
    public string Plan(WatchServiceSettings settings) => ServiceFacts.Write(
    [
        new("service", Name),
        new("command", Command(settings)),
        new("account", Account.Name),
        new("folder", IsToldWhere(settings) ? "as the options say" : Folder),
        new("starts", "automatic, delayed; after a failure again in 1, 10 and 60 minutes"),
        new("events", $"Application, source {WindowsEventLog.Source}"),
    ]);

    /// <inheritdoc/>
    public string Install(WatchServiceSettings settings, CancellationToken cancel) => Asking("install", () =>
    {
        var command = Command(settings);
        using var made = InstalledService.Create(new ServiceDefinition(Name, "TimerProbe watch", command, Account.Name));
        if (made is null)
        {
            return StartInstalled(settings, command, cancel);
        }

        try
        {
            Prepare(made, settings);
        }
        catch
        {
            made.Delete();
            throw;
        }

        Start(made, cancel);
        return $"{Name} is installed and running: {command}";
    });

    /// <inheritdoc/>
    public string Remove(CancellationToken cancel) => Asking("remove", () =>
    {
        using var service = InstalledService.Find(Name, toChange: true);
        if (service is null)
        {
            return $"{Name} is not installed";
        }

        var stopped = service.Stop(cancel).IsStopped;
        service.Delete();
        _ = Account.Leave(CounterReaders);
        return stopped ? $"{Name} is stopped and removed; the files it wrote are kept" : $"{Name} has not stopped yet, and is removed when it does";
    });

    /// <inheritdoc/>
    public IReadOnlyList<ServiceFact> Status(CancellationToken cancel) => Asking("look at", () =>
    {
        using var service = InstalledService.Find(Name, toChange: false);
        if (service?.Details() is not { } details)
        {
            return (IReadOnlyList<ServiceFact>)[new("service", Name), new("state", "not installed")];
        }

        List<ServiceFact> facts =
        [
            new("service", Name),
            new("state", details.State.ToLowerInvariant().Replace('_', ' ')),
            new("starts", details.Starts),
            new("account", details.Account),
            new("command", details.Command),
        ];
        if (details.ExitCode is { } exitCode)
        {
            facts.Add(new("exit code", exitCode.ToString(CultureInfo.InvariantCulture)));
        }

        return facts;
    });

    private static string Command(WatchServiceSettings settings)
    {
        IEnumerable<string> written = IsToldWhere(settings) ? [] : ["--log", Path.Combine(Folder, "watch.jsonl")];
        return WindowsCommandLine.Of(settings.Executable, ["watch", "--service", .. settings.Options, .. written]);
    }

    private static bool IsToldWhere(WatchServiceSettings settings) => settings.Saves || settings.Files.Count > 0;

    /// <summary>Asked for without options, as an upgrade does, one of this program keeps its own.</summary>
    private static string StartInstalled(WatchServiceSettings settings, string command, CancellationToken cancel)
    {
        using var service = InstalledService.Find(Name, toChange: true) ?? throw new UseCaseException(Failure.NotPossible, $"{Name} is being removed: try again when that is done");
        var there = service.Details().Command;
        if (there != command && !(settings.Options.Count == 0 && there.StartsWith(WindowsCommandLine.Of(settings.Executable, ["watch", "--service"]), StringComparison.Ordinal)))
        {
            throw new UseCaseException(Failure.NotPossible, $"{Name} is installed with another command, {there}: run 'timerprobe service remove' first");
        }

        Start(service, cancel);
        return $"{Name} is already installed and running";
    }

    private static void Start(InstalledService service, CancellationToken cancel)
    {
        try
        {
            if (service.Start(cancel) is { IsRunning: false } ended)
            {
                var how = ended.ExitCode is { } exitCode ? $"ended with exit code {exitCode}" : $"is {ended.State}";
                throw new UseCaseException(Failure.NotPossible, $"{Name} is installed, but {how}: see the Application event log, source {WindowsEventLog.Source}");
            }
        }
        catch (Win32Exception refused)
        {
            throw new UseCaseException(Failure.NotPossible, $"{Name} is installed, but cannot be started: {refused.Message}. Its account must be able to reach the program: put it under Program Files", refused);
        }
    }

    private void Prepare(InstalledService service, WatchServiceSettings settings)
    {
        foreach (var refused in service.Configure("Watches the clocks of this machine and reports every change."))
        {
            dialog.Complain($"Windows did not accept a setting of {Name}, {refused}");
        }

        if (!IsToldWhere(settings))
        {
            Account.MakeFolder(Folder);
        }

        WindowsEventLog.Register(WindowsEventLog.Source);
        if (Account.Join(CounterReaders) is { } why)
        {
            dialog.Complain($"{Account.Name} is not a member of Performance Monitor Users, so the watch may not read the counters of VMware Tools: {why}");
        }
    }

    private static T Asking<T>(string what, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception refused) when (refused is UnauthorizedAccessException or Win32Exception { NativeErrorCode: InstalledService.AccessDenied })
        {
            throw new UseCaseException(Failure.NotPossible, $"only an administrator can {what} this service: open a prompt with \"Run as administrator\"", refused);
        }
        catch (Exception refused) when (refused is Win32Exception or IOException)
        {
            throw new UseCaseException(Failure.NotPossible, $"cannot {what} the service {Name}: {refused.Message}", refused);
        }
    }
}
