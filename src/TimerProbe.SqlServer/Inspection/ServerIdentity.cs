namespace TimerProbe.SqlServer.Inspection;

/// <summary>What answers.</summary>
public sealed record ServerIdentity
{
    /// <summary>The instance's name as it says itself.</summary>
    public string? Name { get; init; }

    /// <summary>The name of the machine the instance says it runs on; of a failover cluster, its network name.</summary>
    public string? MachineName { get; init; }

    /// <summary>The name of the computer it runs on right now: of a failover cluster, the node.</summary>
    public string? PhysicalName { get; init; }

    /// <summary>The product's version, such as <c>16.0.4135.4</c>.</summary>
    public string? Version { get; init; }

    /// <summary>The edition, such as <c>Standard Edition (64-bit)</c>.</summary>
    public string? Edition { get; init; }

    /// <summary>
    /// The engine: <c>SQL Server</c>, <c>Azure SQL Database</c>, <c>Azure SQL Managed
    /// Instance</c>, or what a compatible server calls itself.
    /// </summary>
    public required string Engine { get; init; }

    /// <summary>Whether the engine is Microsoft's own: it has application locks and keeps what its version promises.</summary>
    public required bool IsMicrosoft { get; init; }

    /// <summary>The major version whose syntax the server accepts. Azure SQL always says 12 and is as new as can be.</summary>
    public required int SyntaxVersion { get; init; }

    /// <summary>The database the workloads run in.</summary>
    public string? Database { get; init; }

    /// <summary>Whether the database can be written to; null when the server does not say.</summary>
    public bool? Writable { get; init; }
}
