using System.Text.RegularExpressions;

namespace TimerProbe.Fleet.Store;

/// <summary>Where a store is: a file, or the database of a server. It holds no password.</summary>
public sealed partial class StoreTarget
{
    private readonly string _name;

    private StoreTarget(string name, string? file) => (_name, File) = (name, file);

    public static StoreTarget Default => OfFile(Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify),
        OperatingSystem.IsWindows() ? "TimerProbe" : "timerprobe",
        "timerprobe.db"));

    /// <summary>The file's full path; null for a database.</summary>
    public string? File { get; }

    /// <summary>The store in the file of this name.</summary>
    /// <exception cref="StoreException">It names a database, which is not repeated since it may hold a password, or cannot be the
    /// name of a file.</exception>
    public static StoreTarget Parse(string text) => string.IsNullOrWhiteSpace(text) ? throw Invalid("it is empty")
        : NamesDatabase(text) ? throw new StoreException(
            StoreErrorKind.BadTarget,
            "timerprobe keeps its store in a file, and this names a database, which is timerprobe-server's: its pages and /api have the history and the reports, and --submit hands runs to it.")
        : OfFile(text);

    /// <summary>The store in this file.</summary>
    /// <exception cref="StoreException">It cannot be the name of a file.</exception>
    public static StoreTarget OfFile(string path) =>
        path.Contains('\0', StringComparison.Ordinal) || Path.EndsInDirectorySeparator(path) || Directory.Exists(path)
            ? throw Invalid($"{path.Replace('\0', '?')} is a folder, not a file")
            : new StoreTarget(Path.GetFullPath(path), Path.GetFullPath(path));

    public static bool NamesDatabase(string text) => Database().IsMatch(text);

    public override string ToString() => _name;

    internal static StoreTarget OfDatabase(string name) => new(name, file: null);

    internal static StoreException Invalid(string reason) => new(StoreErrorKind.BadTarget, $"this names no store: {reason}. Name a file.");

    /// <summary>Looks at the files of a store: SQLite opens whatever has their names, and waits for a pipe.</summary>
    /// <exception cref="StoreException">One of them is something else than a file.</exception>
    internal static void AssertRegular(string store)
    {
        foreach (var ending in (string[])["", "-wal", "-shm", "-journal"])
        {
            AssertFile(store + ending);
        }
    }

    /// <exception cref="StoreException">It is something else than a file.</exception>
    internal static void AssertFile(string file)
    {
        if (FileKind.NotRegular(file) is { } kind)
        {
            throw Invalid($"{file} is {kind}");
        }

        if (FileKind.IsMissing(file) && new FileInfo(file).LinkTarget is not null)
        {
            throw Invalid($"{file} is a link that leads nowhere");
        }

        if (System.IO.File.Exists(file) && System.IO.File.ResolveLinkTarget(file, returnFinalTarget: true) is { } target
            && FileKind.IsOfKernel(target.FullName))
        {
            throw Invalid($"{file} is a file of the kernel");
        }
    }

    [GeneratedRegex(
        @"(^|;)\s*(host|server|password|passwd|pwd)\s*=|://|^postgres(ql)?:|^[^/\\]*:[^/\\]*@",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Database();
}

/// <summary>Both clocks, read together. The store's orders runs: a database's own, or for a file, which has none, this machine's.</summary>
public readonly record struct StoreClock(DateTimeOffset Store, DateTimeOffset Local)
{
    public TimeSpan Ahead => Store - Local;

    public DateTimeOffset Order(DateTimeOffset at)
    {
        var ordered = ClockSkew.Is(Ahead) ? at + Ahead : at;
        return ordered > Latest ? Store : ordered;
    }

    internal DateTimeOffset Latest => Store + ClockSkew.Tolerance;
}
