namespace TimerProbe.VSphere.Queries;

/// <summary>A value as the server sent it: text, reference, object or array. Reading it as anything else gives null.</summary>
internal sealed class VimValue
{
    internal VimValue(string name, string? type, string text, bool isReference, IReadOnlyList<VimValue> members)
    {
        Name = name;
        Type = type;
        Text = text;
        IsReference = isReference;
        Members = members;
    }

    public string Name { get; }

    public string? Type { get; }

    /// <summary>Its text; empty where it has members.</summary>
    public string Text { get; }

    public bool IsReference { get; }

    public IReadOnlyList<VimValue> Members { get; }

    public VimValue? this[string name] => Members.FirstOrDefault(member => member.Name == name);

    public long? AsInt64() =>
        long.TryParse(Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    public bool? AsBoolean() => Text switch
    {
        "true" or "1" => true,
        "false" or "0" => false,
        _ => null,
    };

    public DateTimeOffset? AsTime() => SoapReader.ParseTime(Text);

    public ManagedObjectReference? AsReference() => IsReference ? SoapReader.AsReference(Type ?? "", Text) : null;

    public IEnumerable<ManagedObjectReference> AsReferences() =>
        Members.Select(member => member.AsReference()).OfType<ManagedObjectReference>();

    public VimValue With(VimValue member) => new(Name, Type, Text, IsReference, [.. Members, member]);

    public override string ToString() => Members.Count == 0 ? Text : $"{Type ?? Name} with {Members.Count} members";
}
