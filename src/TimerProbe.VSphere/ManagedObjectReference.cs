namespace TimerProbe.VSphere;

/// <summary>A managed object by its type and id, such as <c>VirtualMachine</c> and <c>vm-101</c>; good within one server.</summary>
public readonly record struct ManagedObjectReference(string Type, string Value)
{
    /// <summary>Type and id, such as <c>VirtualMachine:vm-101</c>.</summary>
    public override string ToString() => $"{Type}:{Value}";
}
