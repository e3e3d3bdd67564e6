namespace TimerProbe.Core;

/// <summary>What a variable part of a problem's sentence is, and so whether a pseudonym takes its place.</summary>
public enum ArgumentKind
{
    Account,
    Server,
    VirtualMachine,
    Host,
    Cluster,
    Datacenter,
    Folder,
    File,
    Name,
    Words,
    Term,
}
