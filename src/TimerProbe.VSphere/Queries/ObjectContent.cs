namespace TimerProbe.VSphere.Queries;

/// <summary>One object with the properties asked for, and those that could not be read. One that is unset is in neither set.</summary>
internal sealed record ObjectContent(
    ManagedObjectReference Obj,
    List<(string Name, VimValue Val)> PropSet,
    IReadOnlyList<(string Path, VSphereFault Fault)> MissingSet)
{
    // vCenter allows 80 characters, three times as many as it sends them.
    private const int MaxNameLength = 300;

    /// <summary>Its name as people know it, or its id.</summary>
    public string Name => DecodeName(Text("name") ?? Obj.Value);

    public bool MayBeGone => MissingSet.Any(missing => missing.Fault.Type == "ManagedObjectNotFound");

    /// <summary>The value of a property; null when it is unset or could not be read.</summary>
    public VimValue? this[string path]
    {
        get
        {
            foreach (var property in PropSet)
            {
                if (property.Name == path)
                {
                    return property.Val;
                }
            }

            return null;
        }
    }

    public string? Text(string path) => this[path]?.Text;

    public long? Number(string path) => this[path]?.AsInt64();

    public bool? Boolean(string path) => this[path]?.AsBoolean();

    public DateTimeOffset? Time(string path) => this[path]?.AsTime();

    public ManagedObjectReference? Reference(string path) => this[path]?.AsReference();

    public IEnumerable<ManagedObjectReference> References(string path) => this[path]?.AsReferences() ?? [];

    /// <summary>The name of an inventory object: vCenter sends a slash, a backslash and a percent sign in it as %2f, %5c and %25.</summary>
    public static string DecodeName(string sent)
    {
        if (sent.Length > MaxNameLength)
        {
            sent = string.Concat(sent.AsSpan(0, MaxNameLength), "…");
        }

        if (!sent.Contains('%', StringComparison.Ordinal))
        {
            return sent;
        }

        var name = new StringBuilder(sent.Length);
        for (var i = 0; i < sent.Length; i++)
        {
            var meant = DecodeCharacter(sent.AsSpan(i));
            name.Append(meant ?? sent[i]);
            i += meant is null ? 0 : 2;
        }

        return name.ToString();
    }

    private static char? DecodeCharacter(ReadOnlySpan<char> rest) =>
        rest.StartsWith("%2f", StringComparison.OrdinalIgnoreCase) ? '/'
        : rest.StartsWith("%5c", StringComparison.OrdinalIgnoreCase) ? '\\'
        : rest.StartsWith("%25", StringComparison.Ordinal) ? '%'
        : null;
}
