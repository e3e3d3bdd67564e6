using System.Globalization;
using System.Text.RegularExpressions;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Logs;

/// <summary>What stands before the message of a line of <c>vmware.log</c>. Releases differ: see the tests for one of each.</summary>
/// <param name="Length">How many characters it takes; 0 when the line begins with its message.</param>
/// <param name="Written">The time as it is written; empty when there is none.</param>
/// <param name="At">The same time; null when it has no year or no time zone.</param>
/// <param name="IsContinued">Whether the line goes on with a message of several lines: a guest can write such.</param>
internal readonly partial record struct VmLogPrefix(int Length, string Written, DateTimeOffset? At, bool IsContinued)
{
    /// <summary>The rank of a prefix with a time.</summary>
    public const int Dated = 2;

    private static readonly string[] Forms = ["yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyy-MM-dd'T'HH:mm:ssK"];

    /// <summary>How much it tells: a log whose lines begin with a time has no line without.</summary>
    public int Rank => Written is { Length: > 0 } ? Dated : Length > 0 ? 1 : 0;

    /// <summary>The prefix of a line; of no length when the line has none that is known.</summary>
    public static VmLogPrefix Parse(string line)
    {
        var match = Known().Match(line);
        if (!match.Success)
        {
            return default;
        }

        var time = match.Groups["time"].Value;
        var isTime = DateTimeOffset.TryParseExact(time, Forms, CultureInfo.InvariantCulture, DateTimeStyles.None, out var at);
        return new VmLogPrefix(
            match.Length, time, isTime && HasZone(time) ? ExternalTime.Accept(at) : null, match.Groups["continued"].Success);
    }

    /// <summary>
    /// The message without the id of an operation before it, which some lines have and others have not; null when it begins with none.
    /// </summary>
    public static string? WithoutOperation(string message) =>
        Operation().Match(message) is { Success: true } operation ? message[operation.Length..] : null;

    private static bool HasZone(string time) => time.EndsWith('Z') || (time.Length > 6 && time[^6] is '+' or '-' && time[^3] == ':');

    // Old releases write the month in the language of the host.
    // What a guest has written into its log stands behind "Guest: " or the like: only what begins the message is the hypervisor's own.
    [GeneratedRegex(
        """
        ^(?:
            (?:(?<time>[^\s|:]{1,12}\ [\ 0-9][0-9]\ [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?):\ )?
              [A-Za-z][^\s|]{0,63}\|\ (?:[A-Z][0-9]{3}(?::|(?<continued>\+))\ )?
          | (?<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)
            (?: \|\ [^\s|]{1,64}\|\ (?:[A-Z][0-9]{3}(?::|(?<continued>\+))\ )?
              | \ [A-Z][a-z]\([0-9]{1,3}\)(?<continued>\+)?\ [^\s:\[\]]{1,64}\ (?:-\ )?
              | \ [+-]?[A-Za-z]{3,12}(?<continued>\+)?\ \S{1,64}\ [0-9]{1,10}\ \[[^\]]{0,512}\]\ (?:-\ )?
            )
        )
        """,
        RegexOptions.CultureInvariant | RegexOptions.IgnorePatternWhitespace,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Known();

    // lnx6ehce-42910-auto-x40-h5:70004075-b2-a9-003a: a word with a digit or a dash in it, and never a colon at its end.
    [GeneratedRegex(@"^(?=\S*[0-9-])\S{0,127}[^\s:]\ +", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Operation();
}
