using TimerProbe.Guest.Inspection;

namespace TimerProbe.Guest.Services;

/// <summary>The systemd that runs this Linux.</summary>
public static class Systemd
{
    /// <summary>The folder of units that an administrator installs.</summary>
    public const string Units = "/etc/systemd/system";

    private const string Program = "/usr/bin/systemctl";

    // As long as systemd itself gives a service to start, and some more.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    /// <summary>Why no unit can be installed here; null when one can (sd_booted(3)).</summary>
    public static string? WhyNot =>
        !Directory.Exists("/run/systemd/system") ? "systemd does not run this machine"
        : !File.Exists(Program) ? $"there is no {Program}"
        : null;

    /// <summary>Runs systemctl, by its whole path and without a shell.</summary>
    /// <returns>The output, and why it did not work; null when it did.</returns>
    public static (string Output, string? Why) Control(IEnumerable<string> arguments, CancellationToken cancel)
    {
        using var deadline = new Deadline(Patience, cancel);
        var answer = ChildProcess.Run(Program, arguments, deadline);
        cancel.ThrowIfCancellationRequested();
        return (answer.Output, answer.ExitCode == 0 ? null : answer.Error.Length > 0 ? answer.Error : $"exit code {answer.ExitCode}");
    }
}
