using System.ComponentModel;
using System.Globalization;
using System.Runtime.Versioning;
using TimerProbe.Guest.Services;

namespace TimerProbe.Application.Services;

/// <summary>Installs, shows and removes a service of Windows, which has an account of its own without a password.</summary>
/// <param name="name">The service's name.</param>
/// <param name="program">The program as users call it, such as <c>timerprobe</c>.</param>
/// <param name="dialog">Whom it talks to.</param>
[SupportedOSPlatform("windows")]
public sealed class WindowsServiceSetup(string name, string program, IDialog dialog)
{
    /// <summary>The name of the service that watches a machine's clock.</summary>
    public const string Watch = "TimerProbeWatch";

    /// <summary>The name of the service of a server.</summary>
    public const string Server = "TimerProbeServer";

    private static readonly string[] OwnServices = [Watch, Server];

    /// <summary>The account that it runs as.</summary>
    public ServiceAccount Account { get; } = new(name);

    /// <summary>What <see cref="Install"/> would make; nothing is changed.</summary>
    /// <exception cref="UseCaseException">Its command makes no sense.</exception>
    public string Show(WindowsServicePlan plan) => ServiceFacts.Write(
    [
        new("service", name),
        new("command", plan.Command),
        new("account", Account.Name),
        new("folder", plan.Folder ?? "as the options say"),
        new("starts", $"automatic, delayed; after a failure again in {Words(plan.Restarts)}"),
        new("events", $"Application, source {WindowsEventLog.Source}"),
    ]);

    /// <summary>
    /// Installs the service and starts it; one that is installed with the same command
    /// stays as it is, and is started unless somebody disabled it.
    /// </summary>
    /// <returns>What was done, as a sentence without a full stop.</returns>
    /// <exception cref="UseCaseException">It cannot be installed here, or is installed with another command.</exception>
    public string Install(WindowsServicePlan plan, Action? alsoPrepare, CancellationToken cancel) => Asking("install", () =>
    {
        using var made = InstalledService.Create(new ServiceDefinition(name, plan.DisplayName, plan.Command, Account.Name));
        if (made is null)
        {
            return StartInstalled(plan, cancel);
        }

        try
        {
            Prepare(made, plan);
            alsoPrepare?.Invoke();
        }
        catch
        {
            made.Delete();
            throw;
        }

        Start(made, cancel);
        return $"{name} is installed and running: {plan.Command}";
    });

    /// <summary>Stops the service and takes it away; what it wrote stays.</summary>
    /// <returns>What was done, as a sentence without a full stop.</returns>
    /// <exception cref="UseCaseException">It cannot be removed.</exception>
    public string Remove(Action? alsoUndo, CancellationToken cancel) => Asking("remove", () =>
    {
        using var service = InstalledService.Find(name, toChange: true);
        if (service is null)
        {
            return $"{name} is not installed";
        }

        var stopped = service.Stop(cancel).IsStopped;
        service.Delete();
        alsoUndo?.Invoke();
        if (!Array.Exists(OwnServices, other => other != name && IsInstalled(other)))
        {
            WindowsEventLog.Unregister(WindowsEventLog.Source);
        }

        return stopped
            ? $"{name} is stopped and removed; the files it wrote are kept"
            : $"{name} has not stopped yet, and is removed when it does";
    });

    /// <summary>What is known of the service.</summary>
    /// <exception cref="UseCaseException">The system does not tell.</exception>
    public IReadOnlyList<ServiceFact> Status() => Asking("look at", () =>
    {
        using var service = InstalledService.Find(name, toChange: false);
        if (service?.Details() is not { } details)
        {
            return (IReadOnlyList<ServiceFact>)[new("service", name), new("state", "not installed")];
        }

        List<ServiceFact> facts =
        [
            new("service", name),
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

    private static string Words(IReadOnlyList<TimeSpan> restarts)
    {
        var minutes = restarts.Select(after => after.TotalMinutes.ToString(CultureInfo.InvariantCulture)).ToList();
        return minutes is [var only]
            ? $"{only} minute{(only == "1" ? "" : "s")}"
            : $"{string.Join(", ", minutes.SkipLast(1))} and {minutes[^1]} minutes";
    }

    /// <summary>Asked for without options, as an upgrade does, one of this program keeps its own.</summary>
    private string StartInstalled(WindowsServicePlan plan, CancellationToken cancel)
    {
        using var service = InstalledService.Find(name, toChange: true)
            ?? throw new UseCaseException(Failure.NotPossible, $"{name} is being removed: try again when that is done");
        var details = service.Details();
        var there = details.Command;
        if (there != plan.Command && !(plan.KeepsInstalled && there.StartsWith(plan.Beginning, StringComparison.Ordinal)))
        {
            throw new UseCaseException(
                Failure.NotPossible, $"{name} is installed with another command, {there}: run '{program} service remove' first");
        }

        if (details.IsDisabled)
        {
            return $"{name} is already installed and its start is disabled: it is left so (sc.exe config {name} start= delayed-auto enables it)";
        }

        Start(service, cancel);
        return $"{name} is already installed and running";
    }

    private void Start(InstalledService service, CancellationToken cancel)
    {
        try
        {
            if (service.Start(cancel) is { IsRunning: false } ended)
            {
                var how = ended.ExitCode is { } exitCode ? $"ended with exit code {exitCode}" : $"is {ended.State}";
                throw new UseCaseException(
                    Failure.NotPossible, $"{name} is installed, but {how}: see the Application event log, source {WindowsEventLog.Source}");
            }
        }
        catch (Win32Exception refused)
        {
            throw new UseCaseException(
                Failure.NotPossible,
                $"{name} is installed, but cannot be started: {refused.Message.TrimEnd('.')}. {WhatToDo(refused.NativeErrorCode)}",
                refused);
        }
    }

    private string WhatToDo(int error) => error switch
    {
        InstalledService.Disabled => $"Enable it: sc.exe config {name} start= delayed-auto",
        InstalledService.NoLogon =>
            "Its account needs the right \"Log on as a service\" (secpol.msc, Local Policies, User Rights Assignment)",
        InstalledService.NoAnswer =>
            $"See the Application event log, source {WindowsEventLog.Source}, and start it again: sc.exe start {name}",
        InstalledService.AccessDenied or InstalledService.FileNotFound or InstalledService.PathNotFound =>
            "Its account must be able to reach the program: put it under Program Files",
        _ => "See the System event log, source Service Control Manager",
    };

    private static bool IsInstalled(string service)
    {
        using var found = InstalledService.Find(service, toChange: false);
        return found is not null;
    }

    private void Prepare(InstalledService service, WindowsServicePlan plan)
    {
        foreach (var refused in service.Configure(plan.Description, plan.Restarts))
        {
            dialog.Complain($"Windows did not accept a setting of {name}, {refused}");
        }

        if (plan.Folder is { } folder)
        {
            Account.MakeFolder(folder);
        }

        if (plan.Reads is { } file)
        {
            Account.LetRead(file);
        }

        WindowsEventLog.Register(WindowsEventLog.Source);
    }

    private T Asking<T>(string what, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception refused) when (refused is UnauthorizedAccessException
            or Win32Exception { NativeErrorCode: InstalledService.AccessDenied })
        {
            throw new UseCaseException(
                Failure.NotPossible,
                $"only an administrator can {what} this service: open a prompt with \"Run as administrator\"",
                refused);
        }
        catch (Exception refused) when (refused is Win32Exception or IOException)
        {
            throw new UseCaseException(Failure.NotPossible, $"cannot {what} the service {name}: {refused.Message}", refused);
        }
    }
}
