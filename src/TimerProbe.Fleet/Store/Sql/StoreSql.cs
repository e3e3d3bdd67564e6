using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>The SQL texts of the store: those that make it, per dialect, and those that all engines share.</summary>
internal static class StoreSql
{
    private static readonly Assembly Own = typeof(StoreSql).Assembly;
    private static readonly ConcurrentDictionary<string, string> Texts = new(StringComparer.Ordinal);

    /// <summary>The program's version, as the journal remembers it.</summary>
    public static string ProgramVersion { get; } = Own.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    public static string Query(string name) => Text("queries/" + name);

    /// <summary>The scripts that make a store, in their order.</summary>
    /// <param name="dialect">The folder: <c>sqlite</c> or <c>postgres</c>.</param>
    public static IReadOnlyList<SchemaScript> Schema(string dialect) =>
    [
        .. Own.GetManifestResourceNames()
            .Where(name => name.StartsWith(dialect + "/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(name => new SchemaScript(NumberOf(name), name[(dialect.Length + 1)..], Text(name))),
    ];

    private static int NumberOf(string name) =>
        int.Parse(name.AsSpan(name.IndexOf('/', StringComparison.Ordinal) + 1, 3), CultureInfo.InvariantCulture);

    private static string Text(string name) => Texts.GetOrAdd(name, static name =>
    {
        using var stream = Own.GetManifestResourceStream(name) ?? throw new InvalidOperationException($"There is no script {name}.");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    });
}

/// <summary>A step in the making of a store.</summary>
/// <param name="Number">Its place: 1, 2, 3...</param>
/// <param name="Name">Its file without the ending, such as <c>001-store</c>.</param>
/// <param name="Text">Its statements.</param>
internal sealed partial record SchemaScript(int Number, string Name, string Text)
{
    /// <summary>The oldest form whose programs work with a store that has this step; its own where its first line says nothing.</summary>
    public int OldestProgram { get; } = Compatible().Match(Text) is { Success: true } says
        ? int.Parse(says.Groups["form"].Value, CultureInfo.InvariantCulture)
        : Number;

    /// <summary>Whether this program works with a store that this was not applied to yet.</summary>
    public bool IsOptional { get; } = Compatible().Match(Text).Groups["optional"].Success;

    [GeneratedRegex(@"\A-- Programs that know form (?<form>\d{1,6}) work with it(?<optional>, and this one works without it)?\.", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Compatible();
}
