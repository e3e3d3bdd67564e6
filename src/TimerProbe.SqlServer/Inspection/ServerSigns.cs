namespace TimerProbe.SqlServer.Inspection;

/// <summary>By what an engine is told: its owner may let another one say in @@VERSION, and in its version, what he likes.</summary>
/// <param name="VersionText">What <c>@@VERSION</c> says.</param>
/// <param name="EngineEdition">1 to 4 is SQL Server, 9 Azure SQL Edge; 5, 6, 8, 11 and 12 are services of Azure.</param>
/// <param name="ResourceVersion">Of the database that each SQL Server keeps its own objects in.</param>
/// <param name="BabelfishVersion">Null on every engine but that one.</param>
internal sealed record ServerSigns(
    string? VersionText, string? ProductVersion, int? EngineEdition, string? Edition, string? ResourceVersion, string? BabelfishVersion)
{
    public bool CallsItselfMicrosoft => Says("Microsoft SQL") || Says("Microsoft Azure SQL");

    public bool IsAzure => EngineEdition is 5 or 6 or 8 or 11 or 12;

    /// <summary>One that disagrees is enough for another engine, whose figures are compared with nothing but its own.</summary>
    public bool AgreeOnMicrosoft => CallsItselfMicrosoft
        && BabelfishVersion is null
        && !string.IsNullOrWhiteSpace(Edition)
        && (EngineEdition is 1 or 2 or 3 or 4 ? !string.IsNullOrWhiteSpace(ResourceVersion) : IsAzure || EngineEdition == 9);

    private bool Says(string start) => VersionText?.TrimStart().StartsWith(start, StringComparison.OrdinalIgnoreCase) == true;
}
