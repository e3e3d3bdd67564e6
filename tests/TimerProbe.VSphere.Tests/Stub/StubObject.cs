namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>A managed object with some properties, and some that may not be read.</summary>
internal sealed class StubObject(string type, string id)
{
    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _missing = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (string Key, string Value)[]> _options = new(StringComparer.Ordinal);
    private string _raw = "";

    public string Type => type;

    public string Id => id;

    public static string Property(string path, string valueType, string value) => $"""<propSet><name>{path}</name><val xsi:type="{valueType}">{value}</val></propSet>""";

    public static string Missing(string path, string fault) =>
        $"""<missingSet><path>{path}</path><fault><fault xsi:type="{fault}"><name>{path}</name></fault><localizedMessage>no</localizedMessage></fault></missingSet>""";

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

    /// <summary>An array of options, whole and by their keys.</summary>
    public StubObject Options(string array, params (string Key, string Value)[] options)
    {
        _options[array] = options;
        return Value(array, "ArrayOfOptionValue", string.Concat(options.Select(option => $"<OptionValue>{Option(array, option).Members}</OptionValue>")));
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

    /// <summary>What it answers besides, whatever was asked for.</summary>
    public StubObject Raw(string xml)
    {
        _raw = xml;
        return this;
    }

    public StubObject Unset(string path)
    {
        _options.Remove(path);
        _values.Remove(path);
        return this;
    }

    /// <summary>A second object of this id comes with it, of another type.</summary>
    public string? Shadow { get; set; }

    public string ToXml(IEnumerable<string> asked, Func<IReadOnlyList<KeyedOption>, string>? keyedForm = null)
    {
        var paths = asked.ToHashSet();
        var options = _options.SelectMany(array => array.Value, (array, option) => Option(array.Key, option))
            .Where(option => paths.Contains(option.Path)).ToList();
        return (Shadow is null ? "" : $"""<objects><obj type="{Shadow}">{id}</obj></objects>""")
            + $"""<objects><obj type="{type}">{id}</obj>{string.Concat(paths.Select(PropertyXml))}{keyedForm?.Invoke(options)}{_raw}</objects>""";
    }

    private KeyedOption Option(string array, (string Key, string Value) option) =>
        new(int.Parse(id.Split('-')[1], CultureInfo.InvariantCulture), array, option.Key, option.Value);

    private string PropertyXml(string path) =>
        _missing.TryGetValue(path, out var fault) ? $"<missingSet><path>{path}</path>{fault}</missingSet>"
        : _values.TryGetValue(path, out var value) ? $"<propSet><name>{path}</name>{value}</propSet>"
        : "";
}

/// <summary>An option that was asked for by its key, and the number of the object that has it.</summary>
internal sealed record KeyedOption(int Owner, string Array, string Key, string Value)
{
    public string Path { get; init; } = $"{Array}[\"{Key}\"]";

    public string Members => $"""<key>{Key}</key><value xsi:type="xsd:string">{Value}</value>""";

    public string ToXml() => StubObject.Property(Path, "OptionValue", Members);
}
