namespace TimerProbe.Core.Logs;

/// <summary>What precedes the message of a line of <c>vmware.log</c>. Releases differ: see the tests for one of each.</summary>
/// <param name="Length">How many characters it takes; 0 when the line begins with its message.</param>
/// <param name="Written">The time as it is written; empty when there is none.</param>
/// <param name="At">The same time; null when it has no year or no time zone.</param>
internal readonly partial record struct VmLogPrefix(int Length, string Written, DateTimeOffset? At, bool IsContinued)
{
    public const int Dated = 2;

    private static readonly string[] Forms = ["yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyy-MM-dd'T'HH:mm:ssK"];

    public int Rank => Written is { Length: > 0 } ? Dated : Length > 0 ? 1 : 0;

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

    private static bool HasZone(string time) => time.EndsWith('Z') || (time.Length > 6 && time[^6] is '+' or '-' && time[^3] == ':');

    // An id of an operation ends as hostd writes it: e0ada929, vim-cmd-09-a45d, lnx6ehce-42910-auto-x40-h5:70004075-b2-a9-003a.
    private const string Operation = @"(?:opID=)?(?:[0-9a-f]{8}|[A-Za-z0-9](?:[A-Za-z0-9@._-]|:(?!-)){0,119}-[0-9a-f]{2,8})";

    // Old releases write the month in the language of the host.
    // What a guest has written into its log comes after "Guest: " or the like: only what begins the message is the hypervisor's own.
    [GeneratedRegex(
        $$"""
        ^(?:
            (?:(?<time>[^\s|:]{1,12}\ [\ 0-9][0-9]\ [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?):\ )?
              [A-Za-z][^\s|]{0,63}\|\ (?:[A-Z][0-9]{3}(?::|(?<continued>\+))\ )?
          | (?<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)
            (?: \|\ [^\s|]{1,64}\|\ (?:(?:{{Operation}})?\|\ )?(?:[A-Z][0-9]{3}(?::|(?<continued>\+))\ )?
              | \ [A-Z][a-z]\([0-9]{1,3}\)(?<continued>\+)?\ [^\s:\[\]]{1,64}\ (?:(?:-|{{Operation}})\ )?
              | \ [+-]?[A-Za-z]{3,12}(?<continued>\+)?\ \S{1,64}\ [0-9]{1,10}\ \[[^\]]{0,512}\]\ (?:-\ )?
            )
        )
        """,
        RegexOptions.CultureInvariant | RegexOptions.IgnorePatternWhitespace,
        matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Known();
}
