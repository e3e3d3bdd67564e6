using System.CommandLine;
using System.Globalization;

namespace TimerProbe.Cli.Options;

internal sealed class WindowOptions(Command command)
{
    private static readonly TimeSpan DefaultValue = TimeSpan.FromDays(30);
    private static readonly string[] Forms = [
        "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"
    ];

    private readonly DeclaredOption<Func<DateTimeOffset, DateTimeOffset>?> _from = command.Value<Func<DateTimeOffset, DateTimeOffset>?>(
        "--from",
        "TIME|AGE",
        "Start at this time, UTC: 2026-11-01 or 2026-11-01T03:00; or this long before the end, such as 12h, 7d or 4w. [default: 30d]",
        text => AgeText.Parse(text) is { } age ? to => to - age : Time(text) is { } time ? _ => time : null,
        "a time in UTC such as 2026-11-01 or 2026-11-01T03:00, or an age such as 12h, 7d or 4w");

    private readonly DeclaredOption<DateTimeOffset?> _to = command.Value<DateTimeOffset?>(
        "--to", "TIME", "End before this time, UTC. [default: now]", Time, "a time in UTC such as 2026-11-01 or 2026-11-01T03:00");

    /// <exception cref="UseCaseException">It ends before it begins.</exception>
    public TimeWindow Read(ParseResult parsed, DateTimeOffset now)
    {
        var to = parsed.GetValue(_to) ?? now;
        var from = parsed.GetValue(_from)?.Invoke(to) ?? to - DefaultValue;
        return from < to
            ? new TimeWindow(from, to)
            : throw new UseCaseException(ExitCode.Usage, "--from is not before the end of the window, which is --to or now");
    }

    private static DateTimeOffset? Time(string text) => DateTimeOffset.TryParseExact(
        text, Forms, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
        && time.Year >= 1971
        ? time
        : null;
}
