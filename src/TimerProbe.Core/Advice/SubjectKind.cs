namespace TimerProbe.Core.Advice;

/// <summary>The kinds of things findings are about.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SubjectKind>))]
public enum SubjectKind
{
    Guest,

    VirtualMachine,

    Host,

    Cluster,

    Vcenter,

    HostClass,

    SqlServer,
}
