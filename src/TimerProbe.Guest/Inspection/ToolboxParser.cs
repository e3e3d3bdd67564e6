using System.Globalization;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Inspection;

/// <summary>Understands what <c>vmware-toolbox-cmd</c> prints (VMware's open-vm-tools, toolbox/toolboxcmd-stat.c).</summary>
internal static class ToolboxParser
{
    /// <summary>A figure such as <c>2494 MHz</c>; null for anything else, zero, and the all-ones of no limit.</summary>
    public static Frequency? Megahertz(string text) => text.Trim().Split(' ') is [var figure, "MHz"]
        && uint.TryParse(figure, NumberStyles.None, CultureInfo.InvariantCulture, out var megahertz)
        && megahertz is > 0 and < uint.MaxValue
            ? Frequency.FromMegahertz(megahertz)
            : null;

    /// <summary>A session's number as printed, such as <c>0x66bf7a1c03d0a2e1</c>; null when it is not one.</summary>
    public static string? SessionId(string text) =>
        text.Trim() is { Length: > 2 and <= 18 } id && id.StartsWith("0x", StringComparison.Ordinal) && id.Skip(2).All(char.IsAsciiHexDigit)
            ? id
            : null;

    /// <summary>
    /// Seconds since 1970 out of <c>22 Nov 2026 01:02:03</c>: strftime's <c>%d %b %Y %H:%M:%S</c> of local time, which the caller has made
    /// UTC; null for anything else.
    /// </summary>
    public static long? HostTime(string text) => DateTimeOffset.TryParseExact(
        text.Trim(), "dd MMM yyyy HH:mm:ss", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            ? time.ToUnixTimeSeconds()
            : null;

    /// <summary>The version out of <c>12.3.0.44994 (build-22234872)</c>; null when the text begins with none.</summary>
    public static string? Version(string text)
    {
        var first = text.Trim().Split(' ')[0];
        return System.Version.TryParse(first, out _) ? first : null;
    }
}
