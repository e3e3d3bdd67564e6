using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace TimerProbe.Guest.Services;

/// <summary>A service that is installed on this Windows. What Windows refuses is a <see cref="Win32Exception"/>.</summary>
[SupportedOSPlatform("windows")]
public sealed unsafe class InstalledService : IDisposable
{
    /// <summary>ERROR_ACCESS_DENIED, ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND of winerror.h.</summary>
    public const int AccessDenied = 5, FileNotFound = 2, PathNotFound = 3;

    /// <summary>ERROR_SERVICE_DISABLED, ERROR_SERVICE_LOGON_FAILED, ERROR_SERVICE_REQUEST_TIMEOUT of winerror.h.</summary>
    public const int Disabled = 1058, NoLogon = 1069, NoAnswer = 1053;

    private const int ServiceExists = 1073;
    private const int ServiceDoesNotExist = 1060;
    private const int AlreadyRunning = 1056;
    private const int NotActive = 1062;

    // Access rights, and numbers of winsvc.h.
    private const uint Connect = 0x0001;
    private const uint CreateService = 0x0002;
    private const uint LookAt = 0x0001 | 0x0004;
    private const uint AllAccess = 0xF01FF;
    private const uint OwnProcess = 0x10;
    private const uint AutoStart = 2;
    private const uint ErrorNormal = 1;
    private const uint ConfigDescription = 1;
    private const uint ConfigFailureActions = 2;
    private const uint ConfigDelayedAutoStart = 3;
    private const uint ConfigFailureActionsFlag = 4;
    private const int Restart = 1;

    private static readonly string[] States =
        ["STOPPED", "START_PENDING", "STOP_PENDING", "RUNNING", "CONTINUE_PENDING", "PAUSE_PENDING", "PAUSED"];

    private static readonly string[] Starts = ["boot", "system", "automatic", "manual", "disabled"];
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    // As long as the service's own hint, ServiceLife.WaitHintMs, and some more.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private readonly ServiceHandle _service;

    private InstalledService(ServiceHandle service) => _service = service;

    /// <summary>Installs a service; it is not started.</summary>
    /// <returns>The service; null when there is one of that name.</returns>
    public static InstalledService? Create(ServiceDefinition definition)
    {
        using var manager = Manager(Connect | CreateService);
        var handle = new ServiceHandle(Advapi32.CreateServiceW(
            manager,
            definition.Name,
            definition.DisplayName,
            AllAccess,
            OwnProcess,
            AutoStart,
            ErrorNormal,
            definition.Command,
            group: null,
            tag: null,
            dependencies: null,
            definition.Account,
            password: null));
        if (handle.IsInvalid)
        {
            return Marshal.GetLastPInvokeError() == ServiceExists ? null : throw new Win32Exception();
        }

        return new InstalledService(handle);
    }

    /// <summary>Opens a service to look at it or to change it; null when there is none.</summary>
    public static InstalledService? Find(string name, bool toChange)
    {
        using var manager = Manager(Connect);
        var handle = new ServiceHandle(Advapi32.OpenServiceW(manager, name, toChange ? AllAccess : LookAt));
        return !handle.IsInvalid ? new InstalledService(handle)
            : Marshal.GetLastPInvokeError() == ServiceDoesNotExist ? null
            : throw new Win32Exception();
    }

    /// <summary>Has it started after what is more urgent, and again when it fails.</summary>
    /// <param name="description">Says what the service does.</param>
    /// <param name="restarts">After how long it is started again; the last counts for all after it.</param>
    /// <returns>What Windows did not take, with the reason.</returns>
    public IReadOnlyList<string> Configure(string description, IReadOnlyList<TimeSpan> restarts)
    {
        var refused = new List<string>();
        fixed (char* text = description)
        {
            var pointer = text;
            Set("its description", ConfigDescription, &pointer);
        }

        var yes = 1;
        Set("a delayed start", ConfigDelayedAutoStart, &yes);
        ServiceAction[] actions =
            [.. restarts.Select(after => new ServiceAction { Type = Restart, DelayMs = (uint)after.TotalMilliseconds })];
        fixed (ServiceAction* first = actions)
        {
            var failure = new ServiceFailureActions { ResetSeconds = 86_400, Count = (uint)actions.Length, Actions = first };
            Set("starting it again after a crash", ConfigFailureActions, &failure);
        }

        Set("starting it again after an exit code", ConfigFailureActionsFlag, &yes);
        return refused;

        void Set(string what, uint level, void* value)
        {
            if (!Advapi32.ChangeServiceConfig2W(_service, level, value))
            {
                refused.Add($"{what}: {new Win32Exception().Message}");
            }
        }
    }

    /// <summary>Reads its state and configuration.</summary>
    public ServiceDetails Details()
    {
        _ = Advapi32.QueryServiceConfigW(_service, null, 0, out var size);
        var buffer = new byte[size];
        fixed (byte* raw = buffer)
        {
            Check(Advapi32.QueryServiceConfigW(_service, raw, size, out _));
            Check(Advapi32.QueryServiceStatus(_service, out var status));
            var configuration = (ServiceConfiguration*)raw;
            return new ServiceDetails(
                NameOf(States, status.CurrentState - 1),
                new string(configuration->BinaryPathName),
                new string(configuration->ServiceStartName),
                NameOf(Starts, configuration->StartType),
                status.Win32ExitCode == ServiceLife.SpecificError ? (int)status.ServiceSpecificExitCode : null);
        }
    }

    /// <summary>Starts it, and waits until it runs or has ended.</summary>
    public ServiceDetails Start(CancellationToken cancel)
    {
        if (!Advapi32.StartServiceW(_service, 0, null) && Marshal.GetLastPInvokeError() is var error and not AlreadyRunning)
        {
            // One that ended at once may count as one that did not start, and has given its exit code.
            return error != AccessDenied && Details() is { IsStopped: true, ExitCode: not null } ended
                ? ended
                : throw new Win32Exception(error);
        }

        return Until(details => details.IsRunning || details.IsStopped, cancel);
    }

    /// <summary>Stops it, and waits until it has ended.</summary>
    public ServiceDetails Stop(CancellationToken cancel)
    {
        if (!Advapi32.ControlService(_service, ServiceControls.Stop, out _) && Marshal.GetLastPInvokeError() != NotActive)
        {
            throw new Win32Exception();
        }

        return Until(details => details.IsStopped, cancel);
    }

    /// <summary>Deletes it; one that runs goes away with its end.</summary>
    public void Delete() => Check(Advapi32.DeleteService(_service));

    /// <inheritdoc/>
    public void Dispose() => _service.Dispose();

    private static ServiceHandle Manager(uint access)
    {
        var manager = new ServiceHandle(Advapi32.OpenSCManagerW(null, null, access));
        return manager.IsInvalid ? throw new Win32Exception() : manager;
    }

    private ServiceDetails Until(Func<ServiceDetails, bool> isReached, CancellationToken cancel)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(Patience);
        while (true)
        {
            var details = Details();
            if (isReached(details) || limit.Token.WaitHandle.WaitOne(Look))
            {
                cancel.ThrowIfCancellationRequested();
                return details;
            }
        }
    }

    private static string NameOf(string[] names, uint number) => number < names.Length ? names[number] : $"unknown ({number})";

    private static void Check(bool done)
    {
        if (!done)
        {
            throw new Win32Exception();
        }
    }
}

/// <summary>A service to install, which starts with the system.</summary>
/// <param name="Name">The name Windows knows it by.</param>
/// <param name="DisplayName">The name for people.</param>
/// <param name="Command">The command line.</param>
/// <param name="Account">The account that it runs as, one without a password.</param>
public sealed record ServiceDefinition(string Name, string DisplayName, string Command, string Account);

/// <summary>What the service manager reports of a service.</summary>
/// <param name="State">STOPPED, RUNNING and so on, as <c>sc.exe query</c> spells it.</param>
/// <param name="Command">The command line.</param>
/// <param name="Account">The account that it runs as.</param>
/// <param name="Starts">automatic, manual or disabled.</param>
/// <param name="ExitCode">The exit code the program gave when it last ended; null when it gave none.</param>
public sealed record ServiceDetails(string State, string Command, string Account, string Starts, int? ExitCode)
{
    /// <summary>True when starting it is disabled.</summary>
    public bool IsDisabled => Starts == "disabled";

    /// <summary>True while it runs.</summary>
    public bool IsRunning => State == "RUNNING";

    /// <summary>True when it has ended, or never started.</summary>
    public bool IsStopped => State == "STOPPED";
}
