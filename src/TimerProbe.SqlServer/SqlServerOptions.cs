using TimerProbe.Core.Secrets;

namespace TimerProbe.SqlServer;

/// <summary>How a server is talked to.</summary>
public sealed record SqlServerOptions
{
    /// <summary>The SQL login; null for integrated security, which only Windows has.</summary>
    public Login? Credential { get; init; }

    /// <summary>The database the workloads run in.</summary>
    public string Database { get; init; } = "tempdb";

    /// <summary>Trusts any certificate: whoever sits in between reads the password.</summary>
    public bool TrustServerCertificate { get; init; }

    /// <summary>How long making a connection may take; whole seconds, at least one.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long reading facts, creating or dropping an object may take; whole seconds, at least one.</summary>
    public TimeSpan CommandTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long a cancelled statement is waited for before its connection is given up.</summary>
    public TimeSpan CancelTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The name of the program; the server shows it in its list of sessions.</summary>
    public string ApplicationName { get; init; } = "TimerProbe";

    /// <summary>The clock.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}
