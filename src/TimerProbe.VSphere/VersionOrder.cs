using System.Globalization;

namespace TimerProbe.VSphere;

/// <summary>The order of dotted versions; a missing part counts as 0.</summary>
internal static class VersionOrder
{
    /// <summary>The sign of the comparison; null when the text is no version.</summary>
    public static int? Compare(string version, ReadOnlySpan<int> other)
    {
        var parts = version.Split('.');
        for (var i = 0; i < Math.Max(parts.Length, other.Length); i++)
        {
            var part = 0;
            if (i < parts.Length && !int.TryParse(parts[i], NumberStyles.None, CultureInfo.InvariantCulture, out part))
            {
                return null;
            }

            var order = part.CompareTo(i < other.Length ? other[i] : 0);
            if (order != 0)
            {
                return order;
            }
        }

        return 0;
    }
}
