using System.Globalization;
using TimerProbe.Core.Units;

namespace TimerProbe.VSphere.Soap;

/// <summary>Times as XML Schema writes them; vSphere means UTC where one has no zone. One that cannot be is none.</summary>
internal static class VimTime
{
    public static DateTimeOffset? Parse(ReadOnlySpan<char> text) =>
        DateTimeOffset.TryParse(
            text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
                ? ExternalTime.Accept(time)
                : null;
}
