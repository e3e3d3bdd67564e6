using System.IO.Enumeration;

namespace TimerProbe.Core;

/// <summary>Finds the known name nearest to one that is not known.</summary>
public static class NearestName
{
    public const int MaxNameLength = 100;

    private const int MaxNear = 3;

    /// <summary>The known name that is least unlike the given one; null when none is near.</summary>
    public static string? Of(string given, IEnumerable<string> known) => Among(given, known).FirstOrDefault();

    public static IEnumerable<string> Among(string given, IEnumerable<string> known)
    {
        var maxDistance = Math.Max(2, given.Length / 3);
        return known
            .Where(name => Math.Abs(name.Length - given.Length) <= maxDistance)
            .Select(name => (Name: name, Distance: Distance(given.ToUpperInvariant(), name.ToUpperInvariant())))
            .Where(item => item.Distance <= maxDistance && item.Distance < Math.Max(given.Length, item.Name.Length) - 1)
            .OrderBy(item => item.Distance)
            .ThenBy(item => item.Name, StringComparer.Ordinal)
            .Select(item => item.Name);
    }

    /// <summary>What a name that is not known may have meant.</summary>
    public static string Hint(string given, IReadOnlyList<string> known)
    {
        string[] near = [
            .. SameMachine(given, known).Concat(Among(given, known)).Distinct(StringComparer.OrdinalIgnoreCase).Take(MaxNear)
        ];
        return near.Length == 0 ? "enter the whole name; case does not matter" : $"did you mean {string.Join(", ", near)}?";
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

    private static IEnumerable<string> SameMachine(string given, IReadOnlyList<string> known)
    {
        var label = given.Split('.')[0];
        return label.Length == 0 ? [] : known
            .Where(name =>
                name.Length <= MaxNameLength
                    && (name.Contains('.') != given.Contains('.'))
                    && name.Split('.')[0].Equals(label, StringComparison.OrdinalIgnoreCase))
            .Order(StringComparer.Ordinal);
    }
}

/// <summary>A name with wildcards: <c>*</c> for any characters, <c>?</c> for one. Upper and lower case are the same.</summary>
public sealed record Glob(string Pattern)
{
    // A backslash is a character as any other, and an empty name is one: the platform takes the first for the mark that what follows is
    // no wildcard, and lets nothing match the second.
    public bool IsMatch(string name) => name.Length == 0
        ? Pattern.All(c => c == '*')
        : FileSystemName.MatchesSimpleExpression(Pattern.Replace(@"\", @"\\", StringComparison.Ordinal), name);
}
