using System.Text.Json.Serialization;

namespace TimerProbe.Core.Advice;

/// <summary>The kinds of things findings are about.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SubjectKind>))]
public enum SubjectKind
{
    /// <summary>The operating system the probe runs in.</summary>
    Guest,

    /// <summary>A virtual machine as vCenter knows it.</summary>
    VirtualMachine,

    /// <summary>A host.</summary>
    Host,

    /// <summary>A cluster.</summary>
    Cluster,

    /// <summary>A vCenter.</summary>
    Vcenter,

    /// <summary>Hosts of one processor and release of ESXi.</summary>
    HostClass,

    /// <summary>A SQL Server instance.</summary>
    SqlServer,
}
