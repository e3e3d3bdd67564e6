namespace TimerProbe.VSphere;

/// <summary>A fault as the server words it. All text comes from the server: control characters are taken out, nothing else.</summary>
/// <param name="Type">The fault's type, such as <c>NoPermission</c>.</param>
/// <param name="Message">The server's own message; may be empty.</param>
public sealed record VSphereFault(string Type, string Message)
{
    /// <summary>The name the fault is about, such as the refused path of an <c>InvalidProperty</c>.</summary>
    public string? Name { get; init; }

    /// <summary>The privilege a <c>NoPermission</c> misses, such as <c>System.Read</c>.</summary>
    public string? PrivilegeId { get; init; }

    /// <summary>The object the fault is about.</summary>
    public ManagedObjectReference? Obj { get; init; }
}
