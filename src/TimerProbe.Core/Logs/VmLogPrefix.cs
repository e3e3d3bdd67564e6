using System.Globalization;
using System.Text.RegularExpressions;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Logs;

/// <summary>What stands before the message of a line of <c>vmware.log</c>. Releases differ: see the tests for one of each.</summary>
/// <param name="Length">How many characters it takes; 0 when the line begins with its message.</param>
/// <param name="Written">The time as it is written; empty when there is none.</param>
/// <param name="At">The same time; null when it has no year or no time zone.</param>
internal readonly partial record struct VmLogPrefix(int Length, string Written, DateTimeOffset? At)
{
    private static readonly string[] Forms = ["yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyy-MM-dd'T'HH:mm:ssK"];

    /// <summary>The prefix of a line; of no length when the line has none that is known.</summary>
    public static VmLogPrefix Parse(string line)
    {
        var match = Known().Match(line);
        if (!match.Success)
        {
            return default;
        }

        var time = match.Groups["time"].Value;
        return new VmLogPrefix(
            match.Length,
            time,
            HasZone(time) && DateTimeOffset.TryParseExact(time, Forms, CultureInfo.InvariantCulture, DateTimeStyles.None, out var at)
                ? ExternalTime.Accept(at)
                : null);
    }

    private static bool HasZone(string time) => time.EndsWith('Z') || (time.Length > 6 && time[^6] is '+' or '-' && time[^3] == ':');

    // What a guest has written into its log stands behind "Guest: " or the like: only what begins the message is the hypervisor's own.
    [GeneratedRegex(
        """
        ^(?:
            (?<time>[A-Z][a-z]{2}\ [\ 0-9][0-9]\ [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?):\ [^\s|]{1,64}\|\ (?:[A-Z][0-9]{3}:\ )?
          | (?<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?(?:Z|[+-][0-9]{2}:[0-9]{2})?)
            (?: \|\ [^\s|]{1,64}\|\ (?:[A-Z][0-9]{3}:\ )? | \ [A-Z][a-z]\([0-9]{1,3}\)\+?\ [A-Za-z0-9_.\#-]{1,64}\ [^\s]{0,127}[^\s:]\ )
        )
        """,
        RegexOptions.CultureInvariant | RegexOptions.IgnorePatternWhitespace,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Known();
}
