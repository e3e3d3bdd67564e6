using System.Text;

namespace TimerProbe.SqlServer.Scripts;

/// <summary>
/// A T-SQL text of the program, with variables written as sqlcmd does: <c>$(Object)</c>. A file <c>name.15.sql</c> is for servers of
/// version 15 and later, <c>name.sql</c> for those before; which one is sent follows from the server's version, never from trying.
/// </summary>
/// <param name="Name">Folder and file, such as <c>workload/create-primality.15</c>.</param>
public sealed partial record SqlScript(string Name, string Text)
{
    private static readonly Dictionary<string, SqlScript> Scripts = typeof(SqlScript).Assembly.GetManifestResourceNames()
        .Where(name => name.Contains('/', StringComparison.Ordinal))
        .ToDictionary(name => name, Read);

    internal static IReadOnlyList<SqlScript> All => [.. Scripts.Values.OrderBy(script => script.Name, StringComparer.Ordinal)];

    internal IReadOnlyList<string> Variables =>
        [.. Variable().Matches(Text).Select(match => match.Groups["name"].Value).Distinct()];

    /// <summary>What is sent: one batch, so that no script has a GO.</summary>
    /// <exception cref="InvalidOperationException">A variable has no value.</exception>
    internal string Batch => Variables is [var missing, ..] ? throw new InvalidOperationException($"{Name} needs a value for {missing}.") : Text;

    /// <exception cref="ArgumentException">The value is no name made by the program: letters, digits, <c>_</c>, <c>#</c> and <c>.</c>.</exception>
    internal SqlScript With(string variable, string value) => OwnName().IsMatch(value)
        ? this with { Text = Text.Replace($"$({variable})", value, StringComparison.Ordinal) }
        : throw new ArgumentException("Only a name of the program's own goes into a script; everything else is a parameter.", nameof(value));

    /// <summary>The script for a server.</summary>
    /// <param name="version">The major version, 12 for 2014, 16 for 2022: <see cref="Inspection.ServerIdentity.SyntaxVersion"/>.</param>
    internal static SqlScript? Find(string name, int version)
    {
        for (var from = version; from > 0; from--)
        {
            if (Scripts.TryGetValue(name + "." + from.ToString(), out var variant))
            {
                return variant;
            }
        }

        return Scripts.GetValueOrDefault(name);
    }

    /// <summary>As <see cref="Find"/>, for a script that every server has.</summary>
    /// <exception cref="InvalidOperationException">There is no such script.</exception>
    internal static SqlScript Get(string name, int version) => Find(name, version)
        ?? throw new InvalidOperationException($"No script {name} for version {version.ToString()}.");

    private static SqlScript Read(string name)
    {
        using var stream = typeof(SqlScript).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return new SqlScript(name, reader.ReadToEnd().ReplaceLineEndings("\n"));
    }

    [GeneratedRegex(@"\$\((?<name>[A-Za-z]+)\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Variable();

    [GeneratedRegex(@"\A[A-Za-z0-9_#.]+\z", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex OwnName();
}
