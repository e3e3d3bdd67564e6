using System.Net.Sockets;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Writes alerts to the system's log on Linux. That the log's socket took them is all it can tell.</summary>
/// <param name="facility">The facility, such as <c>daemon</c> or <c>local0</c>.</param>
/// <param name="socketPath">The log's datagram socket.</param>
/// <param name="time">The clock, with the machine's time zone.</param>
public sealed class SyslogChannel(string facility, string socketPath, TimeProvider time) : IAlertChannel
{
    /// <summary>Where the log listens on Linux.</summary>
    public const string DefaultSocket = "/dev/log";

    /// <summary><c>syslog</c>.</summary>
    public string Name => "syslog";

    /// <inheritdoc/>
    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel)
    {
        try
        {
            using var socket = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(socketPath), cancel);
            await socket.SendAsync(SyslogMessage.Format(AlertJson.Read(alert.Payload), facility, time.GetLocalNow(), Environment.ProcessId), cancel);
            return null;
        }
        catch (SocketException error)
        {
            throw new AlertNotDeliveredException($"{socketPath}: {error.Message}", error);
        }
    }
}
