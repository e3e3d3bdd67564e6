using System.Globalization;
using System.Text;

namespace TimerProbe.SqlServer.Scripts;

/// <summary>
/// Every T-SQL text of the program. A file <c>name.15.sql</c> is for servers of version 15 and later, <c>name.sql</c> for those
/// before; which one is sent follows from the server's version, never from trying.
/// </summary>
public static class ScriptCatalogue
{
    private static readonly Dictionary<string, SqlScript> Scripts = typeof(ScriptCatalogue).Assembly.GetManifestResourceNames()
        .Where(name => name.Contains('/', StringComparison.Ordinal))
        .ToDictionary(name => name, Read, StringComparer.Ordinal);

    /// <summary>All scripts, ordered by name.</summary>
    public static IReadOnlyList<SqlScript> All => [.. Scripts.Values.OrderBy(script => script.Name, StringComparer.Ordinal)];

    /// <summary>The script for a server.</summary>
    /// <param name="name">Folder and file without version and ending, such as <c>workload/create-primality</c>.</param>
    /// <param name="version">The server's major version: 12 is 2014, 16 is 2022; see
    /// <see cref="Inspection.ServerIdentity.SyntaxVersion"/>.</param>
    /// <returns>Null when there is none for so old a server.</returns>
    public static SqlScript? Find(string name, int version)
    {
        for (var from = version; from > 0; from--)
        {
            if (Scripts.TryGetValue(name + "." + from.ToString(CultureInfo.InvariantCulture), out var variant))
            {
                return variant;
            }
        }

        return Scripts.GetValueOrDefault(name);
    }

    /// <summary>The script for a server.</summary>
    /// <exception cref="InvalidOperationException">There is none.</exception>
    public static SqlScript Get(string name, int version) =>
        Find(name, version)
            ?? throw new InvalidOperationException($"No script {name} for version {version.ToString(CultureInfo.InvariantCulture)}.");

    private static SqlScript Read(string name)
    {
        using var stream = typeof(ScriptCatalogue).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return new SqlScript(name, reader.ReadToEnd().ReplaceLineEndings("\n"));
    }
}
