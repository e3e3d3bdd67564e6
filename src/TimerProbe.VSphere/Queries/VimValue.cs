using System.Globalization;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>
/// A value as the server sent it: a text, a reference, or an object or array with members. Each reading of it as something
/// else gives null where it is not that.
/// </summary>
public sealed class VimValue
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

    /// <summary>
    /// Its type as the server names it, such as <c>int</c> or <c>ClusterDrsConfigInfo</c>; of
    /// a reference the type of the object. Null when it names none.
    /// </summary>
    public string? Type { get; }

    /// <summary>Its text; empty where it has members.</summary>
    public string Text { get; }

    /// <summary>Whether it refers to a managed object.</summary>
    public bool IsReference { get; }

    /// <summary>The members of an object or the elements of an array, those that were asked for.</summary>
    public IReadOnlyList<VimValue> Members { get; }

    /// <summary>The first member of this name.</summary>
    public VimValue? this[string name]
    {
        get
        {
            foreach (var member in Members)
            {
                if (member.Name == name)
                {
                    return member;
                }
            }

            return null;
        }
    }

    /// <summary>As a whole number.</summary>
    public long? AsInt64() =>
        long.TryParse(Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>As a truth value.</summary>
    public bool? AsBoolean() => Text switch
    {
        "true" or "1" => true,
        "false" or "0" => false,
        _ => null,
    };

    /// <summary>As a time, in UTC.</summary>
    public DateTimeOffset? AsTime() => VimTime.Parse(Text);

    /// <summary>As a reference.</summary>
    public ManagedObjectReference? AsReference() => IsReference ? SoapReader.AsReference(Type ?? "", Text) : null;

    /// <summary>The references among the elements.</summary>
    public IEnumerable<ManagedObjectReference> AsReferences() =>
        Members.Select(member => member.AsReference()).OfType<ManagedObjectReference>();

    /// <summary>The text, or how many members there are.</summary>
    public override string ToString() => Members.Count == 0 ? Text : $"{Type ?? Name} with {Members.Count} members";
}
