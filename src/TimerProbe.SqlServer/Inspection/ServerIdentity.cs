using System.Globalization;

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

    /// <param name="engineEdition">The server property <c>EngineEdition</c>: 5, 6, 8, 11 and 12 are Azure services.</param>
    internal static (
        string Engine, bool IsMicrosoft, int SyntaxVersion) Understand(string? versionText, string? productVersion, int? engineEdition)
    {
        var firstLine = (versionText ?? "").Split('\n', 2)[0].Trim();
        var isMicrosoft = firstLine.StartsWith("Microsoft SQL", StringComparison.OrdinalIgnoreCase)
            || firstLine.StartsWith("Microsoft Azure SQL", StringComparison.OrdinalIgnoreCase);
        if (!isMicrosoft)
        {
            // A compatible server keeps to the syntax of the oldest version, whatever it claims.
            return (firstLine.Length == 0 ? "unknown" : firstLine, IsMicrosoft: false, OldestVersion);
        }

        if (engineEdition is 5 or 6 or 8 or 11 or 12 || firstLine.StartsWith("Microsoft SQL Azure", StringComparison.OrdinalIgnoreCase))
        {
            return (engineEdition == 8 ? "Azure SQL Managed Instance" : "Azure SQL Database", IsMicrosoft: true, AzureSyntax);
        }

        var major = (productVersion ?? "").Split('.', 2)[0];
        var version = int.TryParse(major, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : OldestVersion;
        var isEdge = firstLine.Contains("SQL Edge", StringComparison.OrdinalIgnoreCase);
        return (isEdge ? "Azure SQL Edge" : "SQL Server", IsMicrosoft: true, version);
    }
}
