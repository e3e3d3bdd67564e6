namespace TimerProbe.Cli.Commands;

internal sealed class HistoryCommand(Command command, Terminal terminal, TimeProvider time)
{
    private static readonly TimeSpan DefaultWindow = TimeSpan.FromDays(30);
    private static readonly string[] Forms = [
        "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"
    ];

    private readonly Argument<string?> _name = command.Positional<string?>(
        "NAME",
        "A virtual machine, host, cluster or guest: its name, UUID or managed object id. [default: the whole fleet]",
        ArgumentArity.ZeroOrOne);
    private readonly DeclaredOption<string?> _kind = command.Kind("What NAME is", [.. HistorySearch.Kinds]);
    private readonly DeclaredOption<string?> _server = command.Text(
        "--server", "SERVER", "The vCenter that has NAME, when several do; without NAME, the vCenter to report on.", Headings.Access);
    private readonly DeclaredOption<Func<DateTimeOffset, DateTimeOffset>?> _from = command.Value<Func<DateTimeOffset, DateTimeOffset>?>(
        "--from",
        "TIME|AGE",
        "Start at this time, UTC: 2026-11-01 or 2026-11-01T03:00; or this long before the end, such as 12h, 7d or 4w. [default: 30d]",
        text => DurationText.ParseAge(text) is { } age ? to => to - age : Time(text) is { } time ? _ => time : null,
        "a time in UTC such as 2026-11-01 or 2026-11-01T03:00, or an age such as 12h, 7d or 4w");
    private readonly DeclaredOption<DateTimeOffset?> _to = command.Value<DateTimeOffset?>(
        "--to", "TIME", "End before this time, UTC. [default: now]", Time, "a time in UTC such as 2026-11-01 or 2026-11-01T03:00");
    private readonly SavedRunsOptions _store = new(command, terminal, time);
    private readonly OutputOptions _output = new(command, DocumentForms.History.Formats);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "history", "Show when a machine was fast or slow, alongside its moves; without a name, show the whole fleet.", Headings.Fleet)
    {
        Examples =
        [
            ("timerprobe history", "how many machines were away over time, and what changed"),
            ("timerprobe history DB01 --from 7d", "one virtual machine over the last week"),
            ("timerprobe history DB01 --from 2026-11-01 --to 2026-11-08 --out db01.html", "a page with a picture"),
            ("timerprobe history list", "the saved runs"),
            ("timerprobe history prune --older-than 90d", "remove older runs"),
        ],
        Subcommands =
        {
            StoreWide(HistoryListCommand.Create(terminal, time)),
            StoreWide(HistoryAlertsCommand.Create(terminal, time)),
            StoreWide(HistoryPruneCommand.Create(terminal, time)),
        },
    }.WithHandler(command => new HistoryCommand(command, terminal, time).RunAsync);

    private static Command StoreWide(Command command)
    {
        command.Validate(result => (result.Parent as CommandResult)?.Children.Select(before => before switch
        {
            ArgumentResult { Tokens: [var name, ..] } => $"history {command.Name} applies to the whole store: remove '{name.Value}' before it",
            OptionResult { Implicit: false, Option.Name: var option } => $"put {option} after '{command.Name}', not before it",
            _ => null,
        }).FirstOrDefault(why => why is not null));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var window = ReadWindow(parsed, now);
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancellationToken);
        var search = new HistorySearch(store.History, window, ThisProgram.Context(terminal, time), store.Runs);
        var document = await StoreAccessor.GuardAsync(() => parsed.GetValue(_name) is { } name
            ? search.ReadAsync(name, parsed.GetValue(_kind), parsed.GetValue(_server), cancellationToken)
            : search.ReadFleetAsync(parsed.GetValue(_server), cancellationToken));
        DocumentForms.History.Write(
            document,
            output.Format,
            new TextView(_output.Style(terminal, parsed, output.File), _output.ReadDetail(parsed)),
            MetricView.Brief,
            destination);
        return (int)ExitCode.Done;
    }

    private TimeWindow ReadWindow(ParseResult parsed, DateTimeOffset now)
    {
        var to = parsed.GetValue(_to) ?? now;
        var from = parsed.GetValue(_from)?.Invoke(to) ?? to - DefaultWindow;
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
