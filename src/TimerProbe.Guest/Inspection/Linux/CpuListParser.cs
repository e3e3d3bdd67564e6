using System.Globalization;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Understands lists of processors such as <c>0-3,8,10-11</c>.</summary>
internal static class CpuListParser
{
    /// <summary>How many processors a list names; null when it is none.</summary>
    public static int? Count(string? list)
    {
        var total = 0L;
        foreach (var range in (list ?? "").Split(',', StringSplitOptions.TrimEntries))
        {
            var ends = range.Split('-');
            if (ends.Length > 2 || Number(ends[0]) is not { } first || Number(ends[^1]) is not { } last || last < first)
            {
                return null;
            }

            total += last - first + 1L;
        }

        return total <= int.MaxValue ? (int)total : null;
    }

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
