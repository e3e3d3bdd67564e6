namespace TimerProbe.Core;

/// <summary>Finds the known name nearest to one that is not known.</summary>
public static class NearestName
{
    public const int MaxNameLength = 100;

    /// <summary>The known name that is least unlike the given one; null when none is near.</summary>
    public static string? Of(string given, IEnumerable<string> known) => Among(given, known).FirstOrDefault();

    public static IEnumerable<string> Among(string given, IEnumerable<string> known)
    {
        var most = Math.Max(2, given.Length / 3);
        return known
            .Where(name => Math.Abs(name.Length - given.Length) <= most)
            .Select(name => (Name: name, Distance: Distance(given.ToUpperInvariant(), name.ToUpperInvariant())))
            .Where(item => item.Distance <= most && item.Distance < Math.Max(given.Length, item.Name.Length) - 1)
            .OrderBy(item => item.Distance)
            .ThenBy(item => item.Name, StringComparer.Ordinal)
            .Select(item => item.Name);
    }

    public static int Distance(string one, string other)
    {
        if (Math.Max(one.Length, other.Length) > MaxNameLength)
        {
            return int.MaxValue;
        }

        var row = Enumerable.Range(0, other.Length + 1).ToArray();
        for (var i = 1; i <= one.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.Length; j++)
            {
                var changed = diagonal + (one[i - 1] == other[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(changed, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[^1];
    }
}

/// <summary>A name with wildcards: <c>*</c> for any characters, <c>?</c> for one. Upper and lower case are the same.</summary>
public sealed record Glob(string Pattern)
{
    public bool IsMatch(string name)
    {
        var (p, n) = (0, 0);
        var (star, taken) = (-1, 0);
        while (n < name.Length)
        {
            if (p < Pattern.Length && Pattern[p] == '*')
            {
                (star, taken) = (p++, n);
            }
            else if (p < Pattern.Length && (Pattern[p] == '?' || IsSame(Pattern[p], name[n])))
            {
                (p, n) = (p + 1, n + 1);
            }
            else if (star >= 0)
            {
                // The last star takes one character more.
                (p, n) = (star + 1, ++taken);
            }
            else
            {
                return false;
            }
        }

        return Pattern.AsSpan(p).TrimStart('*').IsEmpty;
    }

    private static bool IsSame(char one, char other) => char.ToUpperInvariant(one) == char.ToUpperInvariant(other);
}
