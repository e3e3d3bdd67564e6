using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Some names in a sentence, fit to be printed.</summary>
internal static class NameList
{
    /// <summary>How many names a sentence has at most.</summary>
    public const int Most = 5;

    /// <summary>The first names and how many more there are.</summary>
    public static string Of(IEnumerable<string> names, int total)
    {
        string[] shown = [.. names.Take(Most).Select(Printable.Line)];
        return string.Join(", ", shown) + (total > shown.Length ? $" and {total - shown.Length} more" : "");
    }
}
