using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace TimerProbe.SqlServer.Scripts;

/// <summary>A T-SQL text of the program, with variables written as sqlcmd does: <c>$(Object)</c>.</summary>
/// <param name="Name">Folder and file, such as <c>workload/create-primality.15</c>.</param>
public sealed partial record SqlScript(string Name, string Text)
{
    private enum Inside
    {
        Nothing,
        Comment,
        Quote,
        DoubleQuote,
        Bracket,
    }

    internal IReadOnlyList<string> Variables =>
        [.. Variable().Matches(Text).Select(match => match.Groups["name"].Value).Distinct()];

    /// <exception cref="InvalidOperationException">A variable has no value.</exception>
    internal IReadOnlyList<(string Text, int Count)> Batches => Variables is [var missing, ..]
        ? throw new InvalidOperationException($"{Name} needs a value for {missing}.")
        : Split(Text);

    /// <exception cref="ArgumentException">The value is no name made by the program: letters, digits, <c>_</c>, <c>#</c> and <c>.</c>.</exception>
    internal SqlScript With(string variable, string value) => OwnName().IsMatch(value)
        ? this with { Text = Text.Replace($"$({variable})", value, StringComparison.Ordinal) }
        : throw new ArgumentException("Only a name of the program's own goes into a script; everything else is a parameter.", nameof(value));

    internal static IReadOnlyList<(string Text, int Count)> Split(string script)
    {
        var batches = new List<(string Text, int Count)>();
        var lines = script.ReplaceLineEndings("\n").Split('\n');
        var inside = Inside.Nothing;
        var depth = 0;
        var first = 0;
        for (var i = 0; i < lines.Length; i++)
        {
            if (inside == Inside.Nothing && CountOf(lines[i]) is { } count)
            {
                Add(batches, lines, first, i, count);
                first = i + 1;
            }
            else
            {
                (inside, depth) = After(lines[i], inside, depth);
            }
        }

        Add(batches, lines, first, lines.Length, 1);
        return batches;
    }

    private static int? CountOf(string line)
    {
        var match = Separator().Match(line);
        return !match.Success ? null
            : match.Groups["count"] is not { Success: true } digits ? 1
            : int.TryParse(digits.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0 ? count
            : null;
    }

    private static void Add(List<(string Text, int Count)> batches, string[] lines, int first, int end, int count)
    {
        var text = string.Join('\n', lines[first..end]);
        if (!string.IsNullOrWhiteSpace(text))
        {
            batches.Add((text, count));
        }
    }

    private static (Inside Inside, int Depth) After(string line, Inside inside, int depth)
    {
        for (var i = 0; i < line.Length; i++)
        {
            var next = i + 1 < line.Length ? line[i + 1] : '\0';
            switch (inside, line[i], next)
            {
                case (Inside.Nothing, '-', '-'):
                    return (inside, depth);
                case (Inside.Nothing or Inside.Comment, '/', '*'):
                    inside = Inside.Comment;
                    depth++;
                    i++;
                    break;
                case (Inside.Comment, '*', '/'):
                    depth--;
                    inside = depth == 0 ? Inside.Nothing : Inside.Comment;
                    i++;
                    break;
                case (Inside.Nothing, '\'', _):
                    inside = Inside.Quote;
                    break;
                case (Inside.Nothing, '"', _):
                    inside = Inside.DoubleQuote;
                    break;
                case (Inside.Nothing, '[', _):
                    inside = Inside.Bracket;
                    break;
                case (Inside.Quote, '\'', _) or (Inside.DoubleQuote, '"', _) or (Inside.Bracket, ']', _):
                    inside = AfterEnd(inside, next, ref i);
                    break;
            }
        }

        return (inside, depth);
    }

    // A doubled end is a character inside.
    private static Inside AfterEnd(Inside inside, char next, ref int position)
    {
        var end = inside switch { Inside.Quote => '\'', Inside.DoubleQuote => '"', _ => ']' };
        if (next != end)
        {
            return Inside.Nothing;
        }

        position++;
        return inside;
    }

    [GeneratedRegex(@"\$\((?<name>[A-Za-z]+)\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Variable();

    [GeneratedRegex(@"\A[A-Za-z0-9_#.]+\z", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex OwnName();

    [GeneratedRegex(
        @"^[ \t]*GO(?:[ \t]+(?<count>[0-9]+))?[ \t]*(?:--.*)?$",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Separator();
}

/// <summary>
/// Every T-SQL text of the program. A file <c>name.15.sql</c> is for servers of version 15 and later, <c>name.sql</c> for those
/// before; which one is sent follows from the server's version, never from trying.
/// </summary>
internal static class ScriptCatalogue
{
    private static readonly Dictionary<string, SqlScript> Scripts = typeof(ScriptCatalogue).Assembly.GetManifestResourceNames()
        .Where(name => name.Contains('/', StringComparison.Ordinal))
        .ToDictionary(name => name, Read);

    public static IReadOnlyList<SqlScript> All => [.. Scripts.Values.OrderBy(script => script.Name, StringComparer.Ordinal)];

    /// <summary>The script for a server.</summary>
    /// <param name="version">The major version, 12 for 2014, 16 for 2022: <see cref="Inspection.ServerIdentity.SyntaxVersion"/>.</param>
    public static SqlScript? Find(string name, int version)
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
    public static SqlScript Get(string name, int version) => Find(name, version)
        ?? throw new InvalidOperationException($"No script {name} for version {version.ToString()}.");

    private static SqlScript Read(string name)
    {
        using var stream = typeof(ScriptCatalogue).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return new SqlScript(name, reader.ReadToEnd().ReplaceLineEndings("\n"));
    }
}
