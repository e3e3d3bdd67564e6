using System.Diagnostics;
using System.Globalization;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Writes alerts to the Windows event log Application, by the system's eventcreate.exe. Its exit code 0 takes them.</summary>
/// <param name="source">The event source.</param>
public sealed class EventLogChannel(string source) : IAlertChannel
{
    private const int FirstEventId = 100;

    /// <summary><c>eventLog</c>.</summary>
    public string Name => "eventLog";

    /// <inheritdoc/>
    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel)
    {
        if (!OperatingSystem.IsWindows())
        {
            throw new AlertNotDeliveredException("there is no event log on this system: leave eventLog out of the configuration");
        }

        var program = Path.Combine(Environment.SystemDirectory, "eventcreate.exe");
        var exitCode = await ProgramRun.RunAsync(new ProcessStartInfo(program, Arguments(AlertJson.Read(alert.Payload), source)), "", cancel);
        return exitCode == 0 ? null : throw new AlertNotDeliveredException(string.Create(
            CultureInfo.InvariantCulture, $"eventcreate.exe ended with exit code {exitCode}: it takes the rights of an administrator, and a source that no other program made"));
    }

    internal static IReadOnlyList<string> Arguments(AlertPayload alert, string source) =>
    [
        "/L", "APPLICATION",
        "/T", alert.Kind.IsGood() ? "INFORMATION" : "WARNING",
        "/SO", source,
        "/ID", (FirstEventId + (int)alert.Kind).ToString(CultureInfo.InvariantCulture),
        "/D", $"TimerProbe: {alert.Title}{(alert.Problem is { } problem ? ": " + PlainLine.Of(problem) : "")} (id {alert.Id})",
    ];
}
