using System.Globalization;
using System.Text;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>An alert in the form that logs expect on their local socket, as syslog(3) writes it.</summary>
internal static class SyslogMessage
{
    /// <summary>What every log takes (RFC 3164).</summary>
    public const int MostBytes = 1024;

    private const int Warning = 4;
    private const int Notice = 5;

    /// <summary>One message, cut between characters.</summary>
    public static byte[] Format(AlertPayload alert, string facility, DateTimeOffset now, int processId)
    {
        var priority = (Code(facility) * 8) + (alert.Kind.IsGood() ? Notice : Warning);
        var day = now.Day.ToString(CultureInfo.InvariantCulture).PadLeft(2);
        var problem = alert.Problem is { } text ? ": " + SafeLine.Of(text) : "";
        var line = string.Create(
            CultureInfo.InvariantCulture,
            $"<{priority}>{now:MMM} {day} {now:HH:mm:ss} timerprobe[{processId}]: kind={JsonNameOf(alert.Kind)} id={alert.Id} {alert.Title}{problem}");
        return Cut(line);
    }

    private static byte[] Cut(string line)
    {
        var bytes = new byte[MostBytes];
        Encoding.UTF8.GetEncoder().Convert(line, bytes, flush: true, out _, out var used, out _);
        return bytes[..used];
    }

    private static string JsonNameOf(AlertKind kind) => Core.Json.EnumNames.ToDocumentName(kind);

    private static int Code(string facility) => facility switch
    {
        "user" => 1,
        "daemon" => 3,
        _ when facility.StartsWith("local", StringComparison.Ordinal) && facility is [.., >= '0' and <= '7' and var digit] => 16 + (digit - '0'),
        _ => throw new ArgumentException($"'{facility}' is no facility", nameof(facility)),
    };
}
