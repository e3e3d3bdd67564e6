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

/// <summary>An error that was to be expected from a store. The message is a sentence the user can act on; it holds no secret.</summary>
public sealed class StoreException : Exception
{
    internal StoreException(StoreErrorKind kind, string message, Exception? innerException = null)
        : base(message, innerException) => Kind = kind;

    /// <summary>What went wrong.</summary>
    public StoreErrorKind Kind { get; }
}

/// <summary>What went wrong with a store.</summary>
public enum StoreErrorKind
{
    /// <summary>The text names no store.</summary>
    BadTarget,

    /// <summary>There is no store to read.</summary>
    NotFound,

    /// <summary>The file is damaged, or no database at all.</summary>
    Corrupt,

    /// <summary>It is a database, but of another program.</summary>
    NotAStore,

    /// <summary>A newer version of this program has changed the store's form.</summary>
    NewerSchema,

    /// <summary>There is no room left.</summary>
    DiskFull,

    /// <summary>The store can be read but not written.</summary>
    ReadOnly,

    /// <summary>Another process held it for longer than was to be waited.</summary>
    Busy,

    /// <summary>Another process serves it, and it is for one.</summary>
    Occupied,

    /// <summary>The server, or the folder, could not be reached.</summary>
    CannotConnect,

    /// <summary>The account may not do that.</summary>
    NoRights,

    /// <summary>A document that is not to be kept, such as one with pseudonyms.</summary>
    NotKept,

    /// <summary>Anything else that the database refused.</summary>
    Failed,
}
