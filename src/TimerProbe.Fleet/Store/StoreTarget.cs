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

    /// <summary>Whether a text is a connection string or an address, and not the name of a file.</summary>
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

/// <summary>
/// The clocks of a store and of this machine, read together. The store's is the one that orders runs: a database's own; of a file, which
/// has none, this machine's.
/// </summary>
/// <param name="Store">The time by the store.</param>
/// <param name="Local">The time by this machine.</param>
public readonly record struct StoreClock(DateTimeOffset Store, DateTimeOffset Local)
{
    /// <summary>How far the store's clock is ahead of this machine's; negative when it is behind.</summary>
    public TimeSpan Ahead => Store - Local;

    /// <summary>
    /// When something was by the store. Where both clocks agree to <see cref="ClockSkew.Tolerance"/> it keeps its time, and nothing is in
    /// the store's future.
    /// </summary>
    /// <param name="at">When it was by this machine.</param>
    public DateTimeOffset Order(DateTimeOffset at)
    {
        var ordered = ClockSkew.Is(Ahead) ? at + Ahead : at;
        return ordered > Latest ? Store : ordered;
    }

    /// <summary>No clock that agrees with the store's can have shown a later time.</summary>
    internal DateTimeOffset Latest => Store + ClockSkew.Tolerance;
}
