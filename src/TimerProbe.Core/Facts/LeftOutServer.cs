using TimerProbe.Core.Names;

namespace TimerProbe.Core.Facts;

/// <summary>A server that was given and is left out, because it is one that was given by another name.</summary>
/// <param name="Server">The name that is left out.</param>
/// <param name="SameAs">The name under which it stands.</param>
public sealed record LeftOutServer(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.Vcenter)] string SameAs);
