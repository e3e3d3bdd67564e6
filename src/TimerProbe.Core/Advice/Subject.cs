namespace TimerProbe.Core.Advice;

/// <summary>What a finding is about.</summary>
/// <param name="Kind">The kind of thing.</param>
/// <param name="Name">Its name as people know it.</param>
/// <param name="Id">Its id where its system gives one, such as a managed object id.</param>
public sealed record Subject(SubjectKind Kind, string Name, string? Id)
{
    /// <summary>The vCenter that gives the id; null where it is of no vCenter.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Server { get; init; }

    public static Noun GetNoun(SubjectKind kind) => kind switch
    {
        SubjectKind.VirtualMachine => Noun.Vm,
        SubjectKind.Host => Noun.Host,
        SubjectKind.Cluster => Noun.Cluster,
        SubjectKind.Vcenter => Noun.VCenter,
        SubjectKind.HostClass => Noun.HostClass,
        SubjectKind.SqlServer => Noun.SqlServer,
        _ => Noun.Guest,
    };
}
