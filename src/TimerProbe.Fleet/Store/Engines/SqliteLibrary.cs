using System.Reflection;
using System.Runtime.InteropServices;
using SQLitePCL;

namespace TimerProbe.Fleet.Store;

/// <summary>The one beside the program, or the system's own where glibc is too old for it (RHEL 8, Debian 11, Ubuntu 20.04).</summary>
public static class SqliteLibrary
{
    private const string SystemsOwn = "libsqlite3.so.0";

    private static readonly Version Oldest = new(3, 24);

    private static readonly Lazy<bool> Ready = new(Load);

    private static bool _isSystemsOwn;

    /// <summary>A sentence where the system's own library is used; null where it is not, or no store in a file was opened.</summary>
    public static string? Substitute => _isSystemsOwn
        ? $"the store uses the system's SQLite {raw.sqlite3_libversion().utf8_to_string()}, since the library beside the program does not load here"
        : null;

    /// <summary>Before anything of Microsoft.Data.Sqlite is touched, which loads it too.</summary>
    /// <exception cref="DllNotFoundException">Neither loads, or the system's is too old.</exception>
    internal static void Init() => _ = Ready.Value;

    private static bool Load()
    {
        if (OperatingSystem.IsLinux())
        {
            NativeLibrary.SetDllImportResolver(typeof(SQLite3Provider_e_sqlite3).Assembly, Resolve);
        }

        Batteries_V2.Init();
        return !_isSystemsOwn || Version.Parse(raw.sqlite3_libversion().utf8_to_string()) >= Oldest ? true
            : throw new DllNotFoundException($"{SystemsOwn} is older than {Oldest}");
    }

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? path)
    {
        if (NativeLibrary.TryLoad(name, assembly, path, out var beside) || !NativeLibrary.TryLoad(SystemsOwn, out var own))
        {
            return beside;
        }

        _isSystemsOwn = true;
        return own;
    }
}
