using System.Net;

namespace TimerProbe.Guest.Measuring;

/// <summary>Where an NTP server is.</summary>
public sealed record NtpAddress(string Host, int Port)
{
    /// <summary>The port of NTP (RFC 5905).</summary>
    public const int DefaultPort = 123;

    /// <summary>Understands <c>HOST</c>, <c>HOST:PORT</c>, an IPv6 address and <c>[IPV6]:PORT</c>; null for anything else.</summary>
    public static NtpAddress? Parse(string text)
    {
        text = text.Trim();
        if (IPAddress.TryParse(text.Trim('[', ']'), out var address)
            && text.Contains(':', StringComparison.Ordinal)
            && !text.Contains("]:", StringComparison.Ordinal))
        {
            return new NtpAddress(address.ToString(), DefaultPort);
        }

        var colon = text.LastIndexOf(':');
        var (host, port) = colon < 0 ? (text, "123") : (text[..colon].Trim('[', ']'), text[(colon + 1)..]);
        return IsHost(host) && ushort.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
            ? new NtpAddress(host, number)
            : null;
    }

    public override string ToString() => Port == DefaultPort ? Host
        : Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]:{Port}"
        : $"{Host}:{Port}";

    private static bool IsHost(string host) => host.Length <= 255 && Uri.CheckHostName(host) != UriHostNameType.Unknown;
}
