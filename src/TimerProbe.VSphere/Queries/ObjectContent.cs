using System.Globalization;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>One object with the properties asked for, and those that could not be read. One that is unset is in neither set.</summary>
internal sealed record ObjectContent(
    ManagedObjectReference Obj, List<DynamicProperty> PropSet, IReadOnlyList<MissingProperty> MissingSet)
{
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
}

internal readonly record struct DynamicProperty(string Name, VimValue Val);

/// <summary>A property that could not be read, and why: such as a <c>NoPermission</c> with the privilege it takes.</summary>
internal sealed record MissingProperty(string Path, VSphereFault Fault);

/// <summary>
/// A value as the server sent it: a text, a reference, or an object or array with members. Each reading of it as something
/// else gives null where it is not that.
/// </summary>
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

    /// <summary>The member's name; in an array the name of the element's type.</summary>
    public string Name { get; }

    /// <summary>Its type as the server names it, such as <c>int</c>; of a reference that of the object. Null when it names none.</summary>
    public string? Type { get; }

    /// <summary>Its text; empty where it has members.</summary>
    public string Text { get; }

    public bool IsReference { get; }

    /// <summary>The members of an object or the elements of an array, those that were asked for.</summary>
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

    public DateTimeOffset? AsTime() => VimTime.Parse(Text);

    public ManagedObjectReference? AsReference() => IsReference ? SoapReader.AsReference(Type ?? "", Text) : null;

    public IEnumerable<ManagedObjectReference> AsReferences() =>
        Members.Select(member => member.AsReference()).OfType<ManagedObjectReference>();

    /// <summary>The same with one more member.</summary>
    public VimValue With(VimValue member) => new(Name, Type, Text, IsReference, [.. Members, member]);

    /// <summary>The text, or how many members there are.</summary>
    public override string ToString() => Members.Count == 0 ? Text : $"{Type ?? Name} with {Members.Count} members";
}
