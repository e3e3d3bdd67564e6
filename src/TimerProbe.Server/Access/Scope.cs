namespace TimerProbe.Server.Access;

internal enum Scope
{
    Submit,

    /// <summary>See the pages, and read the same by the interface for programs.</summary>
    Read,

    Acknowledge,

    /// <summary>Everything else: tokens, the audit trail, scans out of their turn.</summary>
    Admin,
}
