namespace TimerProbe.Core.Names;

/// <summary>A name with wildcards: <c>*</c> for any characters, <c>?</c> for one. Upper and lower case are the same.</summary>
public sealed record Glob(string Pattern)
{
    /// <summary>Whether the whole name matches.</summary>
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
