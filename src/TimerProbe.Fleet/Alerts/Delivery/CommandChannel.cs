using System.Diagnostics;
using System.Globalization;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Runs a program for each alert, without a shell. Exit code 0 takes it.</summary>
/// <param name="file">The program's path.</param>
/// <param name="arguments">Its arguments, as configured: nothing of an alert gets among them.</param>
/// <param name="environment">Environment variables of this process that it gets, besides those that any program needs.</param>
/// <param name="secrets">Environment variables that hold secrets of this program: it never gets them.</param>
public sealed class CommandChannel(string file, IReadOnlyList<string> arguments, IReadOnlyList<string> environment, IReadOnlyList<string> secrets) : IAlertChannel
{
    private const string Prefix = "TIMERPROBE_";

    /// <summary><c>command</c>.</summary>
    public string Name => "command";

    /// <inheritdoc/>
    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel)
    {
        var start = new ProcessStartInfo(file, arguments);
        PassedEnvironment.Restrict(start.Environment, [.. environment.Where(name => !IsSecret(name))]);
        start.Environment[Prefix + "ALERT_ID"] = alert.Id;
        start.Environment[Prefix + "ALERT_KIND"] = alert.Kind;
        start.Environment[Prefix + "ALERT_SUBJECT"] = alert.Subject;
        var exitCode = await ProgramRun.RunAsync(start, alert.Payload, cancel);
        return exitCode == 0 ? null : throw new AlertNotDeliveredException(string.Create(CultureInfo.InvariantCulture, $"the program ended with exit code {exitCode}"));
    }

    private bool IsSecret(string name) => name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) || secrets.Contains(name, StringComparer.OrdinalIgnoreCase);
}
