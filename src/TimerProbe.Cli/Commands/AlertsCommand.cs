namespace TimerProbe.Cli.Commands;

internal sealed class AlertsCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly ConfigOption _config = new(command, terminal);
    private readonly DeclaredOption<bool> _noColor = command.NoColor();

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "alerts", "Test whether alerts arrive; timerprobe history alerts lists those that were sent.", Headings.Fleet)
    {
        Examples = [("timerprobe alerts test --config timerprobe.json", "send a test alert of each kind to every configured channel")],
        Subcommands =
        {
            new ExampleCommand("test", "Send one alert of each kind, marked as a test, to every channel of a configuration.")
            {
                Examples = [("timerprobe alerts test --config timerprobe.json", "what each channel accepted")],
            }.WithHandler(command => new AlertsCommand(command, terminal, time).RunAsync),
        },
    };

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var configuration = _config.Read(parsed, cancellationToken);
        var ways = configuration.Alerts is { } alerts
            ? await AlertChannels.TestAsync(alerts, configuration.SecretVariables, time, cancellationToken)
            : [];
        if (ways.Count == 0)
        {
            throw new UseCaseException(ExitCode.Usage, configuration.File.Length == 0
                ? "specify the configuration whose alerts to test: --config FILE"
                : $"{configuration.File} has no channel for alerts: add webhooks, mail or command");
        }

        terminal.Out.Write(CheckLine.Write([.. ways.Select(Line)], terminal.Style(parsed.GetValue(_noColor))));
        var failed = ways.Count(way => way.Failure is not null);
        return (int)(failed == 0 ? ExitCode.Done : failed == ways.Count ? ExitCode.NoTarget : ExitCode.Partial);
    }

    private static CheckLine Line((string Name, int Taken, string? Failure, string? Remark) way)
    {
        var accepted = $"accepted {Counted.Of(way.Taken, Noun.Alert.With("test"))}";
        if (way.Failure is { } failure)
        {
            return new CheckLine(Severity.Critical, way.Name, way.Taken == 0 ? failure : $"{accepted}, and then none: {failure}");
        }

        return way.Remark is { } remark
            ? new CheckLine(Severity.Warning, way.Name, $"{accepted}: {remark}")
            : new CheckLine(Severity.Info, way.Name, accepted);
    }
}
