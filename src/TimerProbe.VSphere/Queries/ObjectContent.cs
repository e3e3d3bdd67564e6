namespace TimerProbe.VSphere.Queries;

/// <summary>One object with the properties that were asked for and could be read.</summary>
/// <param name="Obj">The object.</param>
/// <param name="PropSet">Its properties. One that is unset on the server is in neither set.</param>
/// <param name="MissingSet">The properties that could not be read, and why.</param>
public sealed record ObjectContent(
    ManagedObjectReference Obj, IReadOnlyList<DynamicProperty> PropSet, IReadOnlyList<MissingProperty> MissingSet)
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

    /// <summary>A property as text.</summary>
    public string? Text(string path) => this[path]?.Text;

    /// <summary>A property as a whole number.</summary>
    public long? Number(string path) => this[path]?.AsInt64();

    /// <summary>A property as a truth value.</summary>
    public bool? Boolean(string path) => this[path]?.AsBoolean();

    /// <summary>A property as a time, in UTC.</summary>
    public DateTimeOffset? Time(string path) => this[path]?.AsTime();

    /// <summary>A property as a reference.</summary>
    public ManagedObjectReference? Reference(string path) => this[path]?.AsReference();

    /// <summary>The references of a property that is an array of them.</summary>
    public IEnumerable<ManagedObjectReference> References(string path) => this[path]?.AsReferences() ?? [];
}

/// <summary>A property.</summary>
/// <param name="Name">Its path.</param>
/// <param name="Val">Its value.</param>
public readonly record struct DynamicProperty(string Name, VimValue Val);

/// <summary>A property that could not be read.</summary>
/// <param name="Path">Its path.</param>
/// <param name="Fault">Why, such as a <c>NoPermission</c> with the privilege it takes.</param>
public sealed record MissingProperty(string Path, VSphereFault Fault);
