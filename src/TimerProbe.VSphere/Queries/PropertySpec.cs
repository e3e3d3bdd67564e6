namespace TimerProbe.VSphere.Queries;

/// <summary>Which properties of which type to read.</summary>
/// <param name="Type">The managed type, such as <c>VirtualMachine</c>; a type derived from it counts too.</param>
/// <param name="PathSet">The properties.</param>
public sealed record PropertySpec(string Type, IReadOnlyList<PropertyPath> PathSet)
{
    internal PropertySpec Without(IReadOnlySet<string> refused) =>
        refused.Count == 0 ? this : this with { PathSet = [.. PathSet.Where(path => !refused.Contains(path.Path))] };
}
