namespace TimerProbe.EndToEnd.Docs;

/// <summary>docs/collecting.md and the files it gives away.</summary>
internal static partial class CollectingSamples
{
    public static string Folder { get; } = Repository.Path("docs", "samples", "collecting");

    public static string Page { get; } = File.ReadAllText(Repository.Path("docs", "collecting.md")).ReplaceLineEndings("\n");

    public static string PathOf(string file) => Path.Combine(Folder, file);

    /// <summary>The page's fenced pieces of a language.</summary>
    public static IReadOnlyList<string> Fenced(string language) =>
        [.. Fence().Matches(Page).Where(match => match.Groups["language"].Value == language).Select(match => match.Groups["text"].Value)];

    /// <summary>The targets of the page's links.</summary>
    public static IReadOnlyList<string> Links() => [.. Link().Matches(Page).Select(match => match.Groups["target"].Value)];

    [GeneratedRegex("^```(?<language>[a-z]*)\n(?<text>.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Fence();

    [GeneratedRegex(@"\]\((?<target>[^)]+)\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Link();
}
