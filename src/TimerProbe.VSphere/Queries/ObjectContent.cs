namespace TimerProbe.VSphere.Queries;

/// <summary>One object with the properties asked for, and those that could not be read. One that is unset is in neither set.</summary>
internal sealed record ObjectContent(
    ManagedObjectReference Obj,
    List<(string Name, VimValue Val)> PropSet,
    IReadOnlyList<(string Path, VSphereFault Fault)> MissingSet)
{
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
}
