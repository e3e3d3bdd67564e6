namespace TimerProbe.Guest.Services;

/// <summary>A service to install, which starts with the system.</summary>
/// <param name="Name">Its name.</param>
/// <param name="DisplayName">Its name for people.</param>
/// <param name="Command">Its command line.</param>
/// <param name="Account">The account that it runs as, one without a password.</param>
public sealed record ServiceDefinition(string Name, string DisplayName, string Command, string Account);

/// <summary>What the service manager tells of a service.</summary>
/// <param name="State">STOPPED, RUNNING and so on, as <c>sc.exe query</c> spells it.</param>
/// <param name="Command">Its command line.</param>
/// <param name="Account">The account that it runs as.</param>
/// <param name="Starts">automatic, manual or disabled.</param>
/// <param name="ExitCode">The program's own exit code of its last end; null when it gave none.</param>
public sealed record ServiceDetails(string State, string Command, string Account, string Starts, int? ExitCode)
{
    /// <summary>Whether its start is disabled.</summary>
    public bool IsDisabled => Starts == "disabled";

    /// <summary>Whether it runs.</summary>
    public bool IsRunning => State == "RUNNING";

    /// <summary>Whether it has ended, or never started.</summary>
    public bool IsStopped => State == "STOPPED";
}
