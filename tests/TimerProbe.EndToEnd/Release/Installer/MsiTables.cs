namespace TimerProbe.EndToEnd.Release.Installer;

internal sealed record MsiAction(string Name, string Condition, int Sequence);

/// <summary>What an installer for Windows holds, table by table.</summary>
internal sealed class MsiTables
{
    private readonly Dictionary<string, IReadOnlyList<IReadOnlyDictionary<string, string>>> _tables = [];

    public IReadOnlyList<MsiAction> Sequence => [.. this["InstallExecuteSequence"]
        .Select(row => new MsiAction(row["Action"], row["Condition"], int.Parse(row["Sequence"], CultureInfo.InvariantCulture))).OrderBy(action => action.Sequence)];

    /// <summary>The rows of a table, by the names of their columns.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, string>> this[string table] => _tables[table];

    public static async Task<MsiTables> ReadAsync(string package)
    {
        var tables = new MsiTables();
        foreach (var table in new[] { "InstallExecuteSequence", "CustomAction", "Upgrade", "LaunchCondition", "Property", "AppSearch", "RegLocator", "Registry", "Component", "Environment", "Icon", "ServiceInstall", "ServiceControl", "MsiServiceConfig", "MsiLockPermissionsEx", "CreateFolder", "FeatureComponents" })
        {
            var told = await new ProgramRun("msiinfo", ["export", package, table]).SucceedsAsync();
            // Names, types, the table's own name with its keys, then a row a line.
            var lines = told.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r').Split('\t')).ToList();
            tables._tables[table] = [.. lines.Skip(3).Select(row => lines[0].Zip(row).ToDictionary(cell => cell.First, cell => cell.Second))];
        }

        return tables;
    }

    /// <summary>A property; empty where it is not there.</summary>
    public string Property(string name) => this["Property"].FirstOrDefault(row => row["Property"] == name)?["Value"] ?? "";
}
