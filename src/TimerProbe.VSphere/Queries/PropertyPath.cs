namespace TimerProbe.VSphere.Queries;

/// <summary>A property to read, and how much to keep: what is not kept still comes, but is passed over while it is read.</summary>
internal sealed record PropertyPath
{
    private PropertyPath(string path) => Path = path;

    public string Path { get; }

    internal IEnumerable<string> Sent => Keys is null ? [Path] : Keys.Select(key => $"{Path}[\"{key}\"]");

    internal IReadOnlyList<string>? Keys { get; private init; }

    internal int WholeUpTo { get; private init; }

    internal Func<string, bool>? KeepKey { get; private init; }

    internal Func<string, int?>? MaxLength { get; private init; }

    internal IReadOnlySet<string>? KeepMembers { get; private init; }

    internal long? MaxCount { get; private init; }

    public static PropertyPath Options(string path, Func<string, bool> keep, Func<string, int?>? maxLength = null) =>
        new(path) { KeepKey = keep, MaxLength = maxLength };

    public PropertyPath ByKeys(IReadOnlyList<string> keys, int wholeUpTo = 0) => this with { Keys = keys, WholeUpTo = wholeUpTo };

    internal PropertyPath AsArray() => Keys is null ? this : this with { Keys = null };

    public static PropertyPath Only(string path, params IEnumerable<string> members) => new(path) { KeepMembers = members.ToHashSet() };

    public static PropertyPath Count(string path, long max) => new(path) { MaxCount = max };

    public static implicit operator PropertyPath(string path) => new(path);

    public override string ToString() => Path;
}
