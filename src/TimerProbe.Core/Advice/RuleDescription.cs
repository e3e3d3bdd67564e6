namespace TimerProbe.Core.Advice;

/// <summary>What a rule is, as its page of docs/rules says, which is part of the program. Texts are Markdown.</summary>
public sealed partial record RuleDescription
{
    internal const string WhatToDo = "What to do";

    private const string Folder = "rules/";

    private static readonly Lazy<Dictionary<(string Title, string Locator), string>> Addresses = new(() => typeof(RuleDescription).Assembly
        .GetManifestResourceNames().Where(name => name.StartsWith(Folder, StringComparison.Ordinal))
        .SelectMany(name => Read(name[Folder.Length..]).Sources)
        .Where(source => source.Address is not null)
        .DistinctBy(source => (source.Reference.Title, source.Reference.Locator))
        .ToDictionary(source => (source.Reference.Title, source.Reference.Locator), source => source.Address!));

    /// <summary>The stable id, such as <c>TP101</c>.</summary>
    public required string Id { get; init; }

    public required string Title { get; init; }

    /// <summary>What it does to the work on the machine, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? Impact { get; init; }

    /// <summary>The usual reason, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? LikelyCause { get; init; }

    public required string Meaning { get; init; }

    public required string Page { get; init; }

    /// <summary>The remedies by setting, with a placeholder for the virtual machine's name.</summary>
    public IReadOnlyList<(Setting Where, IReadOnlyList<Remedy> Remedies)> Remedies { get; init; } = [];

    public IReadOnlyList<Reference> References => GetReferences(Setting.OtherHypervisor);

    /// <summary>
    /// The sources, with where each is found in the web, null for VMware's and Broadcom's guides, which have moved too often, and
    /// the platforms that it is about, null for all.
    /// </summary>
    internal IReadOnlyList<(Reference Reference, string? Address, IReadOnlyList<Setting>? Only)> Sources { get; init; } = [];

    internal IReadOnlyList<Reference> GetReferences(Setting platform) =>
        [.. Sources.Where(source => platform == Setting.OtherHypervisor || source.Only?.Contains(platform) is not false)
            .Select(source => source.Reference)];

    /// <summary>What the page of a rule says.</summary>
    /// <exception cref="FormatException">It is not of the form of the others.</exception>
    internal static RuleDescription Read(string id)
    {
        using var resource = typeof(RuleDescription).Assembly.GetManifestResourceStream(Folder + id) ?? throw new FormatException($"docs/rules has no page of {id}.");
        using var reader = new StreamReader(resource);
        return Parse(id, reader.ReadToEnd().ReplaceLineEndings("\n"));
    }

    /// <summary>Where a page says that a source is found in the web; null where none does.</summary>
    internal static string? GetAddress(Reference source) => Addresses.Value.GetValueOrDefault((source.Title, source.Locator));

    internal static string With(string page, string section, string text)
    {
        var (start, end) = Place(page, section);
        return $"{page[..start]}{text.TrimEnd()}\n{page[end..]}";
    }

    internal static RuleDescription Parse(string id, string page)
    {
        var title = $"# {id}: ";
        return !page.StartsWith(title, StringComparison.Ordinal) ? throw new FormatException($"The page of {id} begins with '{title}'.") : new RuleDescription
        {
            Id = id,
            Title = page[title.Length..page.IndexOf('\n', StringComparison.Ordinal)],
            Impact = Brief(page, "Impact"),
            LikelyCause = Brief(page, "Likely cause"),
            Meaning = Section(page, "What it means"),
            Page = page,
            Sources = [.. Items(Section(page, "References")).Select(Source)],
        };
    }

    private static string? Brief(string page, string what)
    {
        var mark = $"\n**{what}:** ";
        var start = page.IndexOf(mark, StringComparison.Ordinal);
        return start < 0 ? null : Joined(page[(start + mark.Length)..page.IndexOf("\n\n", start + 1, StringComparison.Ordinal)]);
    }

    private static string Section(string page, string name)
    {
        var (start, end) = Place(page, name);
        return page[start..Math.Max(start, end)].Trim();
    }

    /// <summary>Where a section's text starts, and the line break before the next heading: before the start if it is empty.</summary>
    private static (int Start, int End) Place(string page, string section)
    {
        var heading = $"\n## {section}\n\n";
        var start = page.IndexOf(heading, StringComparison.Ordinal) + heading.Length;
        var end = start < heading.Length
            ? throw new FormatException($"A page has no section '{section}'.")
            : page.IndexOf("\n## ", start - 1, StringComparison.Ordinal);
        return (start, end < 0 ? page.Length : end);
    }

    private static IEnumerable<string> Items(string list) => $"\n{list}".Split("\n- ").Skip(1).Select(Joined);

    private static string Joined(string lines) => string.Join(' ', lines.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static (Reference Reference, string? Address, IReadOnlyList<Setting>? Only) Source(string item) =>
        SourceForm.Match(item) is { Success: true, Groups: var parts }
        ? (
            new Reference(parts["title"].Value, parts["locator"].Value),
            parts["address"] is { Success: true, Value: var address } ? address : null,
            parts["only"] is { Success: true, Value: var only } ? [.. only.Split(", ").Select(Enum.Parse<Setting>)] : null)
        : throw new FormatException($"'{item}' is no source: '[title](address): locator' or '*title*: locator', and ' (only on Platform, ...)'.");

    [GeneratedRegex(
        @"^(?:\[(?<title>.+)\]\((?<address>\S+)\)|\*(?<title>.+)\*): (?<locator>.+?)(?: \(only on (?<only>[^)]+)\))?$",
        RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 60_000)]
    private static partial Regex SourceForm { get; }
}
