using System.CommandLine;
using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.Cli.Options;

internal sealed class WindowOptions(Command command)
{
    private static readonly TimeSpan Usual = TimeSpan.FromDays(30);
    private static readonly string[] Forms = [
        "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"
    ];

    private readonly DeclaredOption<DateTimeOffset?> _from = Time(
        command, "--from", "Start at this time, UTC: 2026-11-01 or 2026-11-01T03:00. [default: 30 days before the end]");
    private readonly DeclaredOption<DateTimeOffset?> _to = Time(command, "--to", "End before this time, UTC. [default: now]");
    private readonly DeclaredOption<TimeSpan?> _last = command.Age(
        "--last", "Go this far back from the end, such as 12h, 7d or 4w, instead of --from.")
        .Excludes("--from", "use --from or --last, not both");

    /// <exception cref="UseCaseException">It ends before it begins.</exception>
    public TimeWindow Read(ParseResult parsed, DateTimeOffset now)
    {
        var to = parsed.GetValue(_to) ?? now;
        var from = parsed.GetValue(_from) ?? to - (parsed.GetValue(_last) ?? Usual);
        return from < to
            ? new TimeWindow(from, to)
            : throw new UseCaseException(Failure.Usage, "--from is not before the end of the window, which is --to or now");
    }

    private static DeclaredOption<DateTimeOffset?> Time(Command command, string name, string description) => command.Value<DateTimeOffset?>(
        name,
        "TIME",
        description,
        text => DateTimeOffset.TryParseExact(
            text, Forms, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
            && time.Year >= 1971
            ? time
            : null,
        "a time in UTC such as 2026-11-01 or 2026-11-01T03:00");
}
