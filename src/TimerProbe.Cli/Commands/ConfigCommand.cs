namespace TimerProbe.Cli.Commands;

internal sealed class ConfigCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly ConfigOption _config = new(command, terminal);
    private readonly DeclaredOption<bool> _offline = command.Flag("--offline", "Check only the file and this machine; contact no servers.");
    private readonly DeclaredOption<bool> _noColor = command.NoColor();

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "config", "Check a configuration file and what it points at.", Headings.Program)
    {
        Examples = [("timerprobe config check --config timerprobe.json", "the file, the secrets, the outputs, the vCenters")],
        Subcommands =
        {
            new ExampleCommand(
                "check", "Report what is wrong with a configuration file, and whether everything it names can be reached, read and written.")
            {
                Examples =
                [
                    ("timerprobe config check --config timerprobe.json", "the file, the secrets, the outputs, the vCenters"),
                    ("timerprobe config check --config timerprobe.json --offline", "everything except the vCenters"),
                ],
            }.WithHandler(command => new ConfigCommand(command, terminal, time).RunAsync),
        },
    };

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var file = _config.GetFile(parsed) ?? throw new UseCaseException(ExitCode.Usage, "specify the configuration to check: --config FILE");
        var (configuration, problems) = ConfigurationFile.Check(file, cancellationToken);
        if (problems.Count > 0)
        {
            foreach (var problem in problems)
            {
                terminal.Out.WriteLine(PlainText.OneLine(problem));
            }

            terminal.ReportProblem($"{Counted.Of(problems.Count, Noun.Problem)} in the configuration; nothing it names was checked");
            return (int)ExitCode.Usage;
        }

        return (int)await CheckAsync(configuration, parsed, cancellationToken);
    }

    private async Task<ExitCode> CheckAsync(FileConfiguration configuration, ParseResult parsed, CancellationToken cancellationToken)
    {
        var here = new FileChecks(configuration, terminal, time, cancellationToken).Run();
        if (configuration.Store is { } store)
        {
            var settings = configuration.Server is null ? store : store with { Save = true };
            here = [.. here, await TargetChecks.OpenStoreAsync(settings, time, cancellationToken)];
        }

        var there = parsed.GetValue(_offline) ? NotContacted(configuration) : await ContactAsync(configuration, cancellationToken);
        var whole = new CheckLine(Severity.Info, configuration.File, "the file is well-formed, and every name and value in it is known");
        terminal.Out.Write(CheckLine.Write([whole, .. here, .. there], terminal.Style(parsed.GetValue(_noColor))));
        var failed = there.Count(line => line.Outcome == Severity.Critical);
        return here.Any(line => line.Outcome == Severity.Critical) ? ExitCode.Usage
            : failed == 0 ? ExitCode.Done
            : failed == there.Count ? ExitCode.NoTarget
            : ExitCode.Partial;
    }

    private static List<CheckLine> NotContacted(FileConfiguration configuration)
    {
        List<string> servers = [.. configuration.VCenters.Select(vcenter => vcenter.Server.ToString())];
        if (configuration.Server?.OpenId is { } provider)
        {
            servers.Add(provider.Issuer.Host);
        }

        return servers.ConvertAll(server => new CheckLine(null, server, "not contacted: --offline"));
    }

    private async Task<List<CheckLine>> ContactAsync(FileConfiguration configuration, CancellationToken cancellationToken)
    {
        var checks = new TargetChecks(new Logins(terminal, LoginTarget.VCenterVariable));
        List<CheckLine> lines = [.. await checks.RunAsync(configuration, cancellationToken)];
        if (configuration.Server?.OpenId is { } provider)
        {
            lines.Add(await TargetChecks.AskAsync(provider, cancellationToken));
        }

        return lines;
    }
}
