namespace TimerProbe.Core;

/// <summary>What a text names; a pseudonym begins with it, as in <c>guest-3f2a9c01</c>.</summary>
public enum NameKind
{
    Name,
    Guest,
    Vm,
    Vcenter,

    /// <summary>Several of them, with a comma and a space between.</summary>
    Vcenters,
    Host,
    Cluster,
    Datacenter,
    Folder,
    FrequencyClass,
    Rule,
    User,
    SqlServer,
    Database,
    Session,
    File,
    Ntp,
    Value,
    Uuid,
    Words,
    ByRecord,
}
