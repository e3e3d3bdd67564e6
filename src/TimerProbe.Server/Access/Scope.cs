namespace TimerProbe.Server.Access;

/// <summary>What somebody may do.</summary>
internal enum Scope
{
    Submit,

    /// <summary>See the pages, and read the same by the interface for programs.</summary>
    Read,

    Acknowledge,

    /// <summary>Everything else: tokens, the audit trail, scans out of their turn.</summary>
    Admin,
}

internal static class Scopes
{
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
