using System.Text.RegularExpressions;

namespace TimerProbe.Fleet.Store;

/// <summary>Where a store is: a file, or the database of a server. It holds no password.</summary>
public sealed partial class StoreTarget
{
    private readonly string _name;

    private StoreTarget(string name, string? file) => (_name, File) = (name, file);

    /// <summary>This user's file for when none is named: <c>timerprobe/timerprobe.db</c> in the folder for local data.</summary>
    public static StoreTarget Default => OfFile(Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify),
        OperatingSystem.IsWindows() ? "TimerProbe" : "timerprobe",
        "timerprobe.db"));

    /// <summary>The file's full path; null for a database.</summary>
    public string? File { get; }

    /// <summary>The store in the file of this name.</summary>
    /// <exception cref="StoreException">It names a database, which is not repeated since it may hold a password, or cannot be the
    /// name of a file.</exception>
    public static StoreTarget Parse(string text) => string.IsNullOrWhiteSpace(text) ? throw Bad("it is empty")
        : NamesDatabase(text) ? throw new StoreException(
            StoreErrorKind.BadTarget,
            "timerprobe keeps its store in a file, and this names a database, which is timerprobe-server's: its pages and /api have the history and the reports, and --submit hands runs to it.")
        : OfFile(text);

    /// <summary>The store in this file.</summary>
    /// <exception cref="StoreException">It cannot be the name of a file.</exception>
    public static StoreTarget OfFile(string path) =>
        path.Contains('\0', StringComparison.Ordinal) || Path.EndsInDirectorySeparator(path) || Directory.Exists(path)
            ? throw Bad($"{path.Replace('\0', '?')} is a folder, not a file")
            : new StoreTarget(Path.GetFullPath(path), Path.GetFullPath(path));

    /// <summary>Whether a text is meant as a connection string or an address, and not as the name of a file.</summary>
    public static bool NamesDatabase(string text) => Database().IsMatch(text);

    /// <summary>The file, or server and database, for people.</summary>
    public override string ToString() => _name;

    internal static StoreTarget OfDatabase(string name) => new(name, file: null);

    internal static StoreException Bad(string why) => new(StoreErrorKind.BadTarget, $"this names no store: {why}. Name a file.");

    /// <summary>Host=..., Server=... or a password among other keywords, scheme://..., postgres:..., and user:password@...</summary>
    [GeneratedRegex(
        @"(^|;)\s*(host|server|password|passwd|pwd)\s*=|://|^postgres(ql)?:|^[^/\\]*:[^/\\]*@",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Database();
}
