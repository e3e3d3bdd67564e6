using TimerProbe.Core.Names;

namespace TimerProbe.Application.History;

/// <summary>What may have been meant by a name that nothing has.</summary>
internal static class NearNames
{
    private const int Most = 3;

    /// <summary>The end of a sentence: the nearest names of those that are known, or what a name is.</summary>
    public static string Hint(string given, IReadOnlyList<string> known)
    {
        string[] near = [.. SameMachine(given, known).Concat(NearestName.Among(given, known)).Distinct(StringComparer.OrdinalIgnoreCase).Take(Most)];
        return near.Length == 0 ? "enter the whole name; case does not matter" : $"did you mean {string.Join(", ", near)}?";
    }

    /// <summary>With a domain in one of the two places only.</summary>
    private static IEnumerable<string> SameMachine(string given, IReadOnlyList<string> known)
    {
        var label = given.Split('.')[0];
        return label.Length == 0 ? [] : known
            .Where(name => name.Length <= NearestName.LongestName && (name.Contains('.') != given.Contains('.')) && name.Split('.')[0].Equals(label, StringComparison.OrdinalIgnoreCase))
            .Order(StringComparer.Ordinal);
    }
}
