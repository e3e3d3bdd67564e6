namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>A managed object with some properties, and some that may not be read.</summary>
internal sealed class StubObject(string type, string id)
{
    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _missing = new(StringComparer.Ordinal);

    public string Type => type;

    public string Id => id;

    public StubObject Text(string path, string value) => Value(path, "xsd:string", value);

    public StubObject Number(string path, string value) => Value(path, "xsd:long", value);

    public StubObject Value(string path, string valueType, string value)
    {
        _values[path] = $"""<val xsi:type="{valueType}">{value}</val>""";
        return this;
    }

    public StubObject Reference(string path, string referenceType, string value)
    {
        _values[path] = $"""<val type="{referenceType}" xsi:type="ManagedObjectReference">{value}</val>""";
        return this;
    }

    /// <summary>The property takes this privilege, which the account lacks.</summary>
    public StubObject Forbid(string path, string privilege)
    {
        _values.Remove(path);
        _missing[path] = $"""<fault><fault xsi:type="NoPermission"><object type="{type}">{id}</object><privilegeId>{privilege}</privilegeId></fault><localizedMessage>denied</localizedMessage></fault>""";
        return this;
    }

    /// <summary>The object is gone when this property is asked for.</summary>
    public StubObject Lose(string path)
    {
        _missing[path] = $"""<fault><fault xsi:type="ManagedObjectNotFound"><obj type="{type}">{id}</obj></fault><localizedMessage>gone</localizedMessage></fault>""";
        return this;
    }

    public StubObject Unset(string path)
    {
        _values.Remove(path);
        return this;
    }

    /// <summary>A second object of this id comes with it, of another type.</summary>
    public string? Shadow { get; set; }

    public string ToXml(IEnumerable<string> paths) =>
        (Shadow is null ? "" : $"""<objects><obj type="{Shadow}">{id}</obj></objects>""") + $"""<objects><obj type="{type}">{id}</obj>{string.Concat(paths.Select(PropertyXml))}</objects>""";

    private string PropertyXml(string path) =>
        _missing.TryGetValue(path, out var fault) ? $"<missingSet><path>{path}</path>{fault}</missingSet>"
        : _values.TryGetValue(path, out var value) ? $"<propSet><name>{path}</name>{value}</propSet>"
        : "";
}
