namespace TimerProbe.VSphere.Queries;

/// <summary>Reads a value as a small tree of what is to be kept. A time or reference that cannot be is left out, and noted.</summary>
internal sealed class ValueReader(SoapReader soap)
{
    // One delegate and one list at a time: a page has ten thousands of values, few of them with members.
    private Action? _addMember;
    private List<VimValue>? _members;

    public VimValue? Read(PropertyPath? path) => path switch
    {
        { Keys: not null, KeepKey: { } keep, MaxLength: var maxLength } => Option(keep, maxLength),
        { KeepKey: { } keep, MaxLength: var maxLength } => Children(() => Option(keep, maxLength)),
        { KeepMembers: { } members } when IsArray(soap.Type) => Children(() => Children(() => Kept(members))),
        { KeepMembers: { } members } => Children(() => Kept(members)),
        { MaxCount: { } max } => Count(max),
        _ => Whole(),
    };

    private VimValue? Count(long max)
    {
        if (Whole() is { } value && value.AsInt64() is >= -1 and var number && number <= max)
        {
            return value;
        }

        soap.Refuse(RefusalKind.Number);
        return null;
    }

    private static bool IsArray(string? type) => type?.StartsWith("ArrayOf", StringComparison.Ordinal) ?? false;

    private VimValue? Kept(IReadOnlySet<string> members) => members.Contains(soap.Name) ? Whole() : null;

    private VimValue Children(Func<VimValue?> child)
    {
        soap.Keep(0);
        var name = soap.Name;
        var type = soap.Type;
        var members = new List<VimValue>();
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            if (child() is { } saved)
            {
                members.Add(saved);
            }
        }

        return new VimValue(name, type, "", isReference: false, members);
    }

    private VimValue? Option(Func<string, bool> keep, Func<string, int?>? maxLength)
    {
        var name = soap.Name;
        List<VimValue>? members = null;
        int? maxCharacters = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            if (soap.Name != "key")
            {
                if (members is not null && (maxCharacters is { } max ? Head(max) : Whole()) is { } value)
                {
                    members.Add(value);
                }

                continue;
            }

            var key = soap.Text();
            if (!keep(key))
            {
                return null;
            }

            soap.Keep(key.Length);
            maxCharacters = maxLength?.Invoke(key);
            members = [new VimValue("key", type: null, key, isReference: false, [])];
        }

        return members is null ? null : new VimValue(name, "OptionValue", "", isReference: false, members);
    }

    private VimValue Head(int maxCharacters)
    {
        var name = soap.Name;
        var text = soap.Head(maxCharacters);
        soap.Keep(text.Length);
        return new VimValue(name, type: null, text, isReference: false, []);
    }

    private VimValue? Whole()
    {
        var name = soap.Name;
        var reference = soap.ReferenceType;
        var type = reference ?? soap.Type;
        var (text, members) = Content();
        soap.Keep(text.Length);
        if (reference is not null && SoapReader.AsReference(reference, text) is null)
        {
            soap.Refuse(RefusalKind.Reference);
            return null;
        }

        if (type == "dateTime" && !soap.CanBeTime(text))
        {
            return null;
        }

        return new VimValue(name, type, text, reference is not null, members);
    }

    private (string Text, IReadOnlyList<VimValue> Members) Content()
    {
        var outer = _members;
        _members = null;
        var text = soap.TextOrChildren(_addMember ??= AddMember);
        var members = _members;
        _members = outer;
        return (members is null ? text : "", members is null ? [] : members);
    }

    private void AddMember()
    {
        if (Whole() is { } member)
        {
            (_members ??= []).Add(member);
        }
    }
}
