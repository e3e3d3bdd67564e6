namespace TimerProbe.VSphere.Queries;

/// <summary>
/// A property to read, and how much of it to keep. Only the path travels to the server: what is not kept still comes, but is
/// passed over while it is read.
/// </summary>
public sealed record PropertyPath
{
    private PropertyPath(string path) => Path = path;

    /// <summary>The path, such as <c>config.hardware.numCPU</c>.</summary>
    public string Path { get; }

    internal Func<string, bool>? KeepKey { get; private init; }

    internal Func<string, int?>? LongestOf { get; private init; }

    internal IReadOnlySet<string>? KeepMembers { get; private init; }

    /// <summary>The whole value.</summary>
    public static PropertyPath Whole(string path) => new(path);

    /// <summary>Of an array of options, those whose key is wanted.</summary>
    /// <param name="path">The path, such as <c>config.extraConfig</c>.</param>
    /// <param name="keep">Whether a key is wanted; asked for each one.</param>
    /// <param name="longestOf">
    /// How many characters of a wanted key's value are kept where its owner is not to be trusted with more; the rest is
    /// dropped and not said to be. Null, or a null for the key, where a value is as long as any text.
    /// </param>
    public static PropertyPath Options(string path, Func<string, bool> keep, Func<string, int?>? longestOf = null) =>
        new(path) { KeepKey = keep, LongestOf = longestOf };

    /// <summary>Of an object, or of each object of an array, the members that are wanted.</summary>
    public static PropertyPath Only(string path, params IEnumerable<string> members) =>
        new(path) { KeepMembers = members.ToHashSet(StringComparer.Ordinal) };

    /// <summary>The whole value of a path.</summary>
    public static implicit operator PropertyPath(string path) => Whole(path);

    /// <summary>The path.</summary>
    public override string ToString() => Path;
}
