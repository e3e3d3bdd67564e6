namespace TimerProbe.Core;

/// <summary>What a text names; a pseudonym begins with it, as in <c>guest-3f2a9c01</c>.</summary>
public enum NameKind
{
    /// <summary>Anything that somebody named.</summary>
    Name,

    /// <summary>A machine as its own system calls it.</summary>
    Guest,

    /// <summary>A virtual machine as its vCenter calls it.</summary>
    Vm,

    /// <summary>A vCenter as it was asked by.</summary>
    Vcenter,

    /// <summary>Several of them, with a comma and a space between.</summary>
    Vcenters,

    /// <summary>A host.</summary>
    Host,

    /// <summary>A cluster.</summary>
    Cluster,

    /// <summary>A datacenter.</summary>
    Datacenter,

    /// <summary>A folder of an inventory or its path.</summary>
    Folder,

    /// <summary>
    /// A frequency class, which is called after its cluster, with the datacenter before it where names repeat, or after a host.
    /// </summary>
    FrequencyClass,

    /// <summary>A DRS rule.</summary>
    Rule,

    /// <summary>An account of a vCenter.</summary>
    User,

    /// <summary>An instance of SQL Server: its machine, then its own name.</summary>
    SqlServer,

    /// <summary>A database; those that every SQL Server has keep their names.</summary>
    Database,

    /// <summary>A session: of Extended Events, or of VMware Tools.</summary>
    Session,

    /// <summary>A file or its path.</summary>
    File,

    /// <summary>An NTP server.</summary>
    Ntp,

    /// <summary>The value of a change that this release does not know.</summary>
    Value,

    /// <summary>A UUID, which stays one.</summary>
    Uuid,

    /// <summary>A person's words, which are left out.</summary>
    Words,

    /// <summary>What another member says: the record is an <see cref="INamedByKind"/>.</summary>
    ByRecord,
}
