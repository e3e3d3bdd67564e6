using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;

namespace TimerProbe.Cli;

internal static class ThisProgram
{
    private const string SqlCommand = "sql";

    // What the runtime looks for, which ends the process when it finds none of them.
    private const int NewestIcu = 90;
    private const int OldestIcu = 60;

    public static ToolInfo Tool { get; } =
        new(typeof(ThisProgram).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);

    public static UseCaseContext Context(Terminal terminal, TimeProvider time) =>
        new(Tool, time, terminal, Elapsed) { Variables = terminal.Variables };

    private static TimeSpan Elapsed()
    {
        using var process = Process.GetCurrentProcess();
        return TimeProvider.System.GetUtcNow().UtcDateTime - process.StartTime.ToUniversalTime();
    }

    /// <summary>
    /// Leaves culture data to the command that wants it, for SqlClient: invariant mode starts sooner, and on Linux needs no ICU. The
    /// reasons: docs/decisions/sql-client.md.
    /// </summary>
    public static void ChooseCultureData(string[] args)
    {
        // A name that is not a command may be "sql" too; that costs some milliseconds and nothing else.
        if (Array.IndexOf(args, SqlCommand) < 0 || (OperatingSystem.IsLinux() && !HasIcu()))
        {
            AppContext.SetSwitch("System.Globalization.Invariant", true);
        }
    }

    private static bool HasIcu()
    {
        for (var version = NewestIcu; version >= OldestIcu; version--)
        {
            if (NativeLibrary.TryLoad($"libicuuc.so.{version}", out _) && NativeLibrary.TryLoad($"libicui18n.so.{version}", out _))
            {
                return true;
            }
        }

        return false;
    }
}
