using System.CommandLine;
using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.Cli.Options;

internal sealed class WindowOptions
{
    private static readonly TimeSpan Usual = TimeSpan.FromDays(30);
    private static readonly string[] Forms = [
        "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"
    ];

    private readonly Option<DateTimeOffset?> _from = Time(
        "--from", "Start at this time, UTC: 2026-11-01 or 2026-11-01T03:00. [default: 30 days before the end]");
    private readonly Option<DateTimeOffset?> _to = Time("--to", "End before this time, UTC. [default: now]");
    private readonly Option<TimeSpan?> _last = AgeOption.Create(
        "--last", "Go this far back from the end, such as 12h, 7d or 4w, instead of --from.");

    public void AddTo(Command command)
    {
        command.Options.Add(_from);
        command.Options.Add(_to);
        command.Options.Add(_last);
        command.Validators.Add(result =>
        {
            if (result.GetResult(_from) is { Implicit: false } && result.GetResult(_last) is { Implicit: false })
            {
                result.AddError("use --from or --last, not both");
            }
        });
    }

    /// <exception cref="UseCaseException">It ends before it begins.</exception>
    public TimeWindow Read(ParseResult parsed, DateTimeOffset now)
    {
        var to = parsed.GetValue(_to) ?? now;
        var from = parsed.GetValue(_from) ?? to - (parsed.GetValue(_last) ?? Usual);
        return from < to
            ? new TimeWindow(from, to)
            : throw new UseCaseException(Failure.Usage, "--from is not before the end of the window, which is --to or now");
    }

    private static Option<DateTimeOffset?> Time(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (DateTimeOffset.TryParseExact(
                text, Forms, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
                && time.Year >= 1971)
            {
                return time;
            }

            result.AddError($"{name} takes a time in UTC such as 2026-11-01 or 2026-11-01T03:00, not '{text}'");
            return null;
        },
    };
}
