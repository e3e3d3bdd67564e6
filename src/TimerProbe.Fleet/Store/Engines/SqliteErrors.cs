using Microsoft.Data.Sqlite;

namespace TimerProbe.Fleet.Store;

/// <summary>What the result codes of SQLite mean for a user.</summary>
internal static class SqliteErrors
{
    private const int Permission = 3;
    private const int Busy = 5;
    private const int Locked = 6;
    private const int ReadOnly = 8;
    private const int InputOutput = 10;
    private const int Corrupt = 11;
    private const int Full = 13;
    private const int CannotOpen = 14;
    private const int TooLong = 18;
    private const int NotADatabase = 26;
    private const int NoSharedMemory = 10 | (19 << 8);

    public static StoreException Explain(Exception error, string file) => error switch
    {
        StoreException known => known,
        DamagedRowException or SqliteException { SqliteErrorCode: TooLong } => new(
            StoreErrorKind.Corrupt,
            $"the store {file} holds a value that this program did not write: it is damaged. Put it aside and restore a copy, or name another file with --store; the file is left as it is.",
            error),
        SqliteException { SqliteErrorCode: NotADatabase or Corrupt } => new(
            StoreErrorKind.Corrupt,
            $"the store {file} is damaged or no database. Put it aside and restore a copy, or name another file with --store; the damaged file is left as it is.",
            error),
        SqliteException { SqliteErrorCode: Full } or SqliteException { SqliteExtendedErrorCode: NoSharedMemory } => new(
            StoreErrorKind.DiskFull,
            $"the disk of the store {file} is full: nothing of this run was saved. Free some room, or remove old runs with timerprobe history prune.",
            error),
        SqliteException { SqliteErrorCode: ReadOnly or Permission } => new(
            StoreErrorKind.ReadOnly,
            $"the store {file} cannot be written by the account {Environment.UserName}: the file, or its folder, is read-only.",
            error),
        SqliteException { SqliteErrorCode: Busy or Locked } => new(
            StoreErrorKind.Busy, $"the store {file} was being written by another process for too long. Try again when it is done.", error),
        SqliteException { SqliteErrorCode: CannotOpen } when File.Exists(file) => new(
            StoreErrorKind.NoRights,
            $"the account {Environment.UserName} may not open the store {file}, or may not write to its folder, which also holds its log.",
            error),
        SqliteException { SqliteErrorCode: CannotOpen } => new(
            StoreErrorKind.NoRights,
            $"the store {file} cannot be made: its folder may not exist, or the account {Environment.UserName} may not write there.",
            error),
        SqliteException { SqliteErrorCode: InputOutput } => new(
            StoreErrorKind.Failed, $"the disk of the store {file} failed: {error.Message}", error),
        UnauthorizedAccessException => new(
            StoreErrorKind.NoRights,
            $"the store {file} cannot be made: the account {Environment.UserName} may not write to its folder, or not make it.",
            error),
        IOException => new(StoreErrorKind.NoRights, $"the store {file}, or its folder, cannot be made: {error.Message}", error),
        _ => new(StoreErrorKind.Failed, $"the store {file} refused: {error.Message}", error),
    };
}
