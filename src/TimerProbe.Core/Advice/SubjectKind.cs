using System.Text.Json.Serialization;

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

public static class SubjectKindExtensions
{
    public static Noun Noun(this SubjectKind kind) => kind switch
    {
        SubjectKind.VirtualMachine => Core.Noun.Vm,
        SubjectKind.Host => Core.Noun.Host,
        SubjectKind.Cluster => Core.Noun.Cluster,
        SubjectKind.Vcenter => Core.Noun.VCenter,
        SubjectKind.HostClass => Core.Noun.HostClass,
        SubjectKind.SqlServer => Core.Noun.SqlServer,
        _ => Core.Noun.Guest,
    };
}
