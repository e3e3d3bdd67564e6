using System.Globalization;

namespace TimerProbe.SqlServer.Inspection;

/// <summary>Understands what a server says of itself.</summary>
public static class ServerIdentityParser
{
    /// <summary>The version whose syntax is supposed when a server gives none: SQL Server 2014.</summary>
    public const int OldestVersion = 12;

    private const int AzureSyntax = 17;

    /// <summary>Tells the engine and its syntax from <c>@@VERSION</c> and two server properties.</summary>
    /// <param name="versionText">The text of <c>@@VERSION</c>.</param>
    /// <param name="productVersion">The property <c>ProductVersion</c>.</param>
    /// <param name="engineEdition">The property <c>EngineEdition</c>: 5, 6, 8, 11 and 12 are Azure services.</param>
    public static (string Engine, bool IsMicrosoft, int SyntaxVersion) Understand(string? versionText, string? productVersion, int? engineEdition)
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
        var version = int.TryParse(major, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0 ? number : OldestVersion;
        return (firstLine.Contains("SQL Edge", StringComparison.OrdinalIgnoreCase) ? "Azure SQL Edge" : "SQL Server", IsMicrosoft: true, version);
    }
}
