using System.Globalization;
using System.Net.Sockets;
using System.Text;
using TimerProbe.Core.Json;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Writes alerts to the system's log on Linux. All it can know is that the log's socket took them.</summary>
/// <param name="facility">The facility, such as <c>daemon</c> or <c>local0</c>.</param>
/// <param name="socketPath">The log's datagram socket.</param>
/// <param name="time">The clock, with the machine's time zone.</param>
public sealed class SyslogChannel(string facility, string socketPath, TimeProvider time) : IAlertChannel
{
    /// <summary>Where the log listens on Linux.</summary>
    public const string DefaultSocket = "/dev/log";

    /// <summary>What every log takes (RFC 3164).</summary>
    internal const int MostBytes = 1024;

    private const int Warning = 4;
    private const int Notice = 5;

    /// <summary><c>syslog</c>.</summary>
    public string Name => "syslog";

    /// <inheritdoc/>
    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel)
    {
        try
        {
            using var socket = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(socketPath), cancel);
            await socket.SendAsync(
                Format(AlertPayload.Read(alert.Payload), facility, time.GetLocalNow(), Environment.ProcessId), cancel);
            return null;
        }
        catch (SocketException error)
        {
            throw new AlertNotDeliveredException($"{socketPath}: {error.Message}", error);
        }
    }

    /// <summary>An alert as logs expect it on their local socket, in the form of syslog(3), cut between characters.</summary>
    internal static byte[] Format(AlertPayload alert, string facility, DateTimeOffset now, int processId)
    {
        var priority = (Code(facility) * 8) + (AlertPayload.IsGood(alert.Kind) ? Notice : Warning);
        var day = now.Day.ToString(CultureInfo.InvariantCulture).PadLeft(2);
        var problem = alert.Problem is { } text ? ": " + SafeLine.Of(text) : "";
        var line = string.Create(
            CultureInfo.InvariantCulture,
            $"<{priority}>{now:MMM} {day} {now:HH:mm:ss} timerprobe[{processId}]: kind={alert.Kind.ToDocumentName()} id={alert.Id} {alert.Title}{problem}");
        return Cut(line);
    }

    private static byte[] Cut(string line)
    {
        var bytes = new byte[MostBytes];
        Encoding.UTF8.GetEncoder().Convert(line, bytes, flush: true, out _, out var used, out _);
        return bytes[..used];
    }

    private static int Code(string facility) => facility switch
    {
        "user" => 1,
        "daemon" => 3,
        _ when facility.StartsWith("local", StringComparison.Ordinal) && facility is [.., >= '0' and <= '7' and var digit] =>
            16 + (digit - '0'),
        _ => throw new ArgumentException($"'{facility}' is no facility", nameof(facility)),
    };
}

/// <summary>An alert as an event of the Windows event log.</summary>
/// <param name="Id">100 and the number of its kind: 100 to 109.</param>
/// <param name="IsGood">Whether it is information, and no warning.</param>
/// <param name="Text">What it says.</param>
public sealed record AlertEvent(int Id, bool IsGood, string Text)
{
    private const int FirstId = 100;

    internal static AlertEvent Of(AlertPayload alert) => new(
        FirstId + (int)alert.Kind,
        AlertPayload.IsGood(alert.Kind),
        $"TimerProbe: {alert.Title}{(alert.Problem is { } problem ? ": " + SafeLine.Of(problem) : "")} (id {alert.Id})");
}

/// <summary>Writes alerts to the Windows event log. An event that is written is taken.</summary>
/// <param name="write">Writes an event; returns why the log did not take it, null when it did.</param>
public sealed class EventLogChannel(Func<AlertEvent, string?> write) : IAlertChannel
{
    /// <summary><c>eventLog</c>.</summary>
    public string Name => "eventLog";

    /// <inheritdoc/>
    public Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel) =>
        !OperatingSystem.IsWindows()
            ? throw new AlertNotDeliveredException("there is no event log on this system: remove eventLog from the configuration")
        : write(AlertEvent.Of(AlertPayload.Read(alert.Payload))) is { } why
            ? throw new AlertNotDeliveredException($"the event log did not accept it: {why}")
        : Task.FromResult<string?>(null);
}
