using System.Collections.Frozen;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>
/// The variables of this process that a program it starts gets too: what programs need to run, and no more. Whatever else is there may be a
/// secret for somebody: <c>PGPASSWORD</c>, the key of a cloud, the token of a build.
/// </summary>
internal static class PassedEnvironment
{
    private static readonly FrozenSet<string> Names = FrozenSet.ToFrozenSet(
        [
            "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
            "SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "OS", "USERNAME", "USERPROFILE", "USERDOMAIN", "COMPUTERNAME", "APPDATA",
            "LOCALAPPDATA", "ProgramData", "ALLUSERSPROFILE", "PUBLIC", "ProgramFiles", "ProgramFiles(x86)", "ProgramW6432", "CommonProgramFiles",
            "CommonProgramFiles(x86)", "CommonProgramW6432", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "PSModulePath",
        ],
        StringComparer.OrdinalIgnoreCase);

    /// <summary>Takes out all others.</summary>
    /// <param name="environment">The variables of a program to be started.</param>
    /// <param name="named">Further ones that stay.</param>
    public static void Restrict(IDictionary<string, string?> environment, IReadOnlyList<string> named)
    {
        foreach (var name in environment.Keys.Where(name => !IsPassed(name) && !named.Contains(name, StringComparer.OrdinalIgnoreCase)).ToList())
        {
            environment.Remove(name);
        }
    }

    // LC_ALL and its kin say how the program talks.
    private static bool IsPassed(string name) => Names.Contains(name) || name.StartsWith("LC_", StringComparison.Ordinal);
}
