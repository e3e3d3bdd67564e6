namespace TimerProbe.VSphere;

/// <summary>The name of a managed object, good within one server.</summary>
/// <param name="Type">Its type, such as <c>VirtualMachine</c>.</param>
/// <param name="Value">Its id, such as <c>vm-101</c>.</param>
public readonly record struct ManagedObjectReference(string Type, string Value)
{
    /// <summary>Type and id, such as <c>VirtualMachine:vm-101</c>.</summary>
    public override string ToString() => $"{Type}:{Value}";
}
