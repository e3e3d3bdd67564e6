namespace TimerProbe.VSphere.Queries;

/// <summary>Which properties to read of which managed type, such as <c>VirtualMachine</c>; a type derived from it counts too.</summary>
internal sealed record PropertySpec(string Type, IReadOnlyList<PropertyPath> PathSet)
{
    internal PropertySpec Without(IReadOnlySet<string> refused) =>
        refused.Count == 0 ? this : this with { PathSet = [.. PathSet.Where(path => !refused.Contains(path.Path))] };
}

/// <summary>
/// A property to read, and how much of it to keep. Only the path travels to the server: what is not kept still comes, but is
/// passed over while it is read.
/// </summary>
internal sealed record PropertyPath
{
    private PropertyPath(string path) => Path = path;

    /// <summary>The path, such as <c>config.hardware.numCPU</c>.</summary>
    public string Path { get; }

    internal Func<string, bool>? KeepKey { get; private init; }

    internal Func<string, int?>? LongestOf { get; private init; }

    internal IReadOnlySet<string>? KeepMembers { get; private init; }

    public static PropertyPath Whole(string path) => new(path);

    /// <summary>
    /// Of an array of options, such as <c>config.extraConfig</c>, those whose key is wanted. <paramref name="longestOf"/> says how many
    /// characters of a key's value are kept where its owner is not to be trusted with more: the rest is dropped and not said to be. Null
    /// is as many as of any text.
    /// </summary>
    public static PropertyPath Options(string path, Func<string, bool> keep, Func<string, int?>? longestOf = null) =>
        new(path) { KeepKey = keep, LongestOf = longestOf };

    /// <summary>Of an object, or of each object of an array, the members that are wanted.</summary>
    public static PropertyPath Only(string path, params IEnumerable<string> members) =>
        new(path) { KeepMembers = members.ToHashSet(StringComparer.Ordinal) };

    public static implicit operator PropertyPath(string path) => Whole(path);

    public override string ToString() => Path;
}

/// <summary>How many objects a retrieval handed on, and which paths it left out since this server does not know them.</summary>
internal sealed record RetrievalSummary(int Objects, IReadOnlyList<string> RefusedPaths);
