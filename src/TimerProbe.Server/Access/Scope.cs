namespace TimerProbe.Server.Access;

/// <summary>What somebody may do.</summary>
internal enum Scope
{
    /// <summary>Hand in documents.</summary>
    Submit,

    /// <summary>See the pages, and read the same by the interface for programs.</summary>
    Read,

    /// <summary>Acknowledge alerts.</summary>
    Acknowledge,

    /// <summary>Everything else: tokens, the audit trail, scans out of their turn.</summary>
    Admin,
}

/// <summary>Scopes by their names.</summary>
internal static class Scopes
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Scope> All { get; } = Enum.GetValues<Scope>();

    /// <summary>As a token keeps it and people write it, such as <c>submit</c>.</summary>
    public static string NameOf(Scope scope) => scope switch
    {
        Scope.Submit => "submit",
        Scope.Read => "read",
        Scope.Acknowledge => "acknowledge",
        _ => "admin",
    };

    /// <summary>The scope of a name; null when there is none.</summary>
    public static Scope? Of(string name) => All.Where(scope => NameOf(scope) == name).Cast<Scope?>().FirstOrDefault();
}
