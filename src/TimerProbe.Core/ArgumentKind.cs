namespace TimerProbe.Core;

/// <summary>What a variable part of a problem's sentence is, and so whether a pseudonym takes its place.</summary>
public enum ArgumentKind
{
    /// <summary>An account: a name.</summary>
    Account,

    /// <summary>A server as it was asked by, its port included: a name.</summary>
    Server,

    /// <summary>A virtual machine: a name.</summary>
    VirtualMachine,

    /// <summary>A host: a name.</summary>
    Host,

    /// <summary>A cluster: a name.</summary>
    Cluster,

    /// <summary>A datacenter: a name.</summary>
    Datacenter,

    /// <summary>A folder of an inventory, or its path: a name.</summary>
    Folder,

    /// <summary>A file or its path: a name.</summary>
    File,

    /// <summary>Anything else that somebody named: the issuer of a certificate, a filter.</summary>
    Name,

    /// <summary>What another program or a server said, in words of its own that may name anything.</summary>
    Words,

    /// <summary>A term of a published interface or a figure, which reveals nothing of who uses it.</summary>
    Term,
}
