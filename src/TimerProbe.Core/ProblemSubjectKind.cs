namespace TimerProbe.Core;

/// <summary>What a problem may be about.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ProblemSubjectKind>))]
public enum ProblemSubjectKind
{
    Server,
    VirtualMachine,
    Host,
    Cluster,
    Datacenter,
    Folder,
    File,
    Name,
}
