namespace TimerProbe.VSphere.Queries;

/// <summary>
/// A property to read, and how much of it to keep. Only the paths travel to the server: what is not kept still comes, but is
/// passed over while it is read.
/// </summary>
internal sealed record PropertyPath
{
    private PropertyPath(string path) => Path = path;

    /// <summary>The path, such as <c>config.hardware.numCPU</c>.</summary>
    public string Path { get; }

    /// <summary>The paths of it in a request: one of each key, as <c>config.extraConfig["key"]</c>, or its own.</summary>
    internal IEnumerable<string> Sent => Keys is null ? [Path] : Keys.Select(key => $"{Path}[\"{key}\"]");

    internal IReadOnlyList<string>? Keys { get; private init; }

    internal int WholeUpTo { get; private init; }

    internal Func<string, bool>? KeepKey { get; private init; }

    internal Func<string, int?>? LongestOf { get; private init; }

    internal IReadOnlySet<string>? KeepMembers { get; private init; }

    internal long? Most { get; private init; }

    public static PropertyPath Whole(string path) => new(path);

    /// <summary>
    /// Of an array of options, such as <c>config.extraConfig</c>, those whose key is wanted. <paramref name="longestOf"/> says how many
    /// characters of a key's value are kept where its owner is not to be trusted with more: the rest is dropped and not said to be. Null
    /// is as many as of any text.
    /// </summary>
    public static PropertyPath Options(string path, Func<string, bool> keep, Func<string, int?>? longestOf = null) =>
        new(path) { KeepKey = keep, LongestOf = longestOf };

    /// <summary>
    /// The same of which only some keys travel, to the letter, from servers that know paths with a key, and of more objects than
    /// <paramref name="wholeUpTo"/>.
    /// </summary>
    public PropertyPath ByKeys(IReadOnlyList<string> keys, int wholeUpTo = 0) => this with { Keys = keys, WholeUpTo = wholeUpTo };

    internal PropertyPath AsArray() => Keys is null ? this : this with { Keys = null };

    /// <summary>The wanted members of an object, or of each object of an array.</summary>
    public static PropertyPath Only(string path, params IEnumerable<string> members) =>
        new(path) { KeepMembers = members.ToHashSet() };

    /// <summary>
    /// A whole number, not negative but for the -1 of what is not set, and not above what can be: another is left out, and said.
    /// </summary>
    public static PropertyPath Count(string path, long most) => new(path) { Most = most };

    public static implicit operator PropertyPath(string path) => Whole(path);

    public override string ToString() => Path;
}
