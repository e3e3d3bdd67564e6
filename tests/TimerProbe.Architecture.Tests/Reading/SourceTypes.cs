namespace TimerProbe.Architecture.Tests.Reading;

/// <summary>The types that stand at the left edge of sources, with their lines.</summary>
internal static partial class SourceTypes
{
    /// <summary>From here on a reader looks for a type by the name of a file.</summary>
    private const int LongType = 40;

    private const int KnownType = 8;

    /// <summary>Long types, and those that many other files name, in a file of another name.</summary>
    public static IEnumerable<string> Misplaced(IReadOnlyDictionary<string, string> sources)
    {
        var named = sources.SelectMany(
            source => Word().Matches(TextOrComment().Replace(source.Value, "")).Select(word => (word.Value, source.Key)).Distinct())
            .GroupBy(use => use.Value, use => use.Key).ToDictionary(uses => uses.Key, uses => uses.Count());
        return
        [
            .. from source in sources
               let file = Path.GetFileNameWithoutExtension(source.Key)
               from type in Read(source.Value)
               where file != type.Name && !file.StartsWith($"{type.Name}.", StringComparison.Ordinal)
               where type.Lines >= LongType || named[type.Name] - 1 >= KnownType
               select $"{source.Key}: {type.Name}",
        ];
    }

    private static IEnumerable<(string Name, int Lines)> Read(string source)
    {
        var lines = source.Split('\n');
        for (var at = 0; at < lines.Length; at++)
        {
            if (Declaration().Match(lines[at]) is { Success: true } type)
            {
                var last = Array.FindIndex(lines, at, line => line.StartsWith('}') || (line.EndsWith(';') && !line.StartsWith(' ')));
                yield return (type.Groups["name"].Value, last - at + 1);
            }
        }
    }

    [GeneratedRegex(@"^((public|internal|file|static|sealed|abstract|readonly|partial|unsafe|ref) )*(class|record struct|record class|record|struct|interface|enum|delegate [\w<>?\[\],. ]+?) (?<name>\w+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Declaration();

    [GeneratedRegex("""
        "(\\.|[^"\\\n])*"|//.*
        """, RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex TextOrComment();

    [GeneratedRegex(@"\w+", RegexOptions.NonBacktracking)]
    private static partial Regex Word();
}
