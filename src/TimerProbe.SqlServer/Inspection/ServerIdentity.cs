namespace TimerProbe.SqlServer.Inspection;

/// <summary>What answers as a SQL Server.</summary>
public sealed record ServerIdentity
{
    /// <summary>SQL Server 2014, whose syntax is supposed when a server gives no version.</summary>
    private const int OldestVersion = 12;

    private const int AzureSyntax = 17;

    public string? Name { get; init; }

    public string? MachineName { get; init; }

    public string? PhysicalName { get; init; }

    /// <summary>The product's version, such as <c>16.0.4135.4</c>.</summary>
    public string? Version { get; init; }

    /// <summary>The edition, such as <c>Standard Edition (64-bit)</c>.</summary>
    public string? Edition { get; init; }

    public required string Engine { get; init; }

    public required bool IsMicrosoft { get; init; }

    /// <summary>The major version whose syntax the server accepts. Azure SQL always says 12 and is as new as can be.</summary>
    public required int SyntaxVersion { get; init; }

    public string? Database { get; init; }

    internal bool IsInTempdb => string.Equals(Database, "tempdb", StringComparison.OrdinalIgnoreCase);

    internal static (string Engine, bool IsMicrosoft, int SyntaxVersion) Understand(ServerSigns signs)
    {
        var firstLine = (signs.VersionText ?? "").Split('\n', 2)[0].Trim();
        if (!signs.AgreeOnMicrosoft)
        {
            // A compatible server keeps to the syntax of the oldest version, whatever it claims.
            var name = firstLine.Length == 0 ? "unknown" : firstLine;
            return (signs.CallsItselfMicrosoft ? $"{(signs.BabelfishVersion is null ? "another engine" : "Babelfish for PostgreSQL")} that calls itself {name}" : name, IsMicrosoft: false, OldestVersion);
        }

        if (signs.IsAzure)
        {
            return (signs.EngineEdition == 8 ? "Azure SQL Managed Instance" : "Azure SQL Database", IsMicrosoft: true, AzureSyntax);
        }

        var major = (signs.ProductVersion ?? "").Split('.', 2)[0];
        var version = int.TryParse(major, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : OldestVersion;
        return (signs.EngineEdition == 9 ? "Azure SQL Edge" : "SQL Server", IsMicrosoft: true, version);
    }
}
