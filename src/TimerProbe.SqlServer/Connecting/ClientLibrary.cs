using System.Globalization;
using System.Reflection;
using Microsoft.Data.SqlClient;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>The SqlClient that this program was built with.</summary>
public static class ClientLibrary
{
    /// <summary>Its version, such as 2.1.4; empty when it does not say.</summary>
    public static string Version { get; } =
        typeof(SqlConnection).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "";

    /// <summary>Whether a machine in the middle can read what TLS should hide (CVE-2024-0056).</summary>
    public static bool IsAffected => Affects(Version);

    /// <summary>
    /// Whether a version has CVE-2024-0056: fixed in 2.1.7, 3.1.5, 4.0.5 and 5.1.3, and in nothing else before 5.2. A pre-release counts as
    /// older than its number, and what cannot be read as affected.
    /// </summary>
    internal static bool Affects(string version)
    {
        var preview = version.Contains('-', StringComparison.Ordinal) ? 1 : 0;
        var numbers = version.Split('-')[0].Split('.');
        if (numbers.Length < 3 || !TryRead(numbers[0], out var major) || !TryRead(numbers[1], out var minor) || !TryRead(numbers[2], out var patch))
        {
            return true;
        }

        return (major, minor) switch
        {
            (2, 1) => patch - preview < 7,
            (3, 1) => patch - preview < 5,
            (4, 0) => patch - preview < 5,
            (5, 1) => patch - preview < 3,
            ( > 5, _) or (5, > 1) => false,
            _ => true,
        };
    }

    private static bool TryRead(string text, out int number) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
