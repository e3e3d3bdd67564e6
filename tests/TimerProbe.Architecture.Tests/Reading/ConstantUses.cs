namespace TimerProbe.Architecture.Tests.Reading;

/// <summary>The types whose constants a source names: the compiler copies their values and leaves no trace of the name.</summary>
internal static partial class ConstantUses
{
    public static IEnumerable<(string Namespace, Type Used)> Of(Assembly assembly, IEnumerable<string> sources)
    {
        var constants = assembly.GetTypes()
            .SelectMany(type => type.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
            .Where(field => field.IsLiteral)
            .GroupBy(field => $"{field.DeclaringType!.Name}.{field.Name}", field => field.DeclaringType!)
            .ToDictionary(same => same.Key, same => same.Distinct().ToList());
        return sources.Select(File.ReadAllText).SelectMany(text => Names().Matches(text)
            .Select(match => constants.GetValueOrDefault(match.Value))
            .Where(types => types is [_])
            .Select(types => (Namespace().Match(text).Groups["name"].Value, types![0])));
    }

    [GeneratedRegex(@"(?<![\w.])[A-Z]\w*\.[A-Z]\w*(?![\w(])", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Names();

    [GeneratedRegex(@"^namespace (?<name>[\w.]+);", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Namespace();
}
