namespace TimerProbe.Cli.Commands;

/// <summary>The whole program but for its console.</summary>
internal sealed class CommandLineApplication(Terminal terminal, TimeProvider time, WindowsService? service = null)
{
    private static readonly TimeSpan ShutdownGrace = TimeSpan.FromSeconds(8);

    // A session on a SQL Server drops what it made before it goes, if need be over a second connection.
    private static readonly TimeSpan ShutdownGraceOfSql = TimeSpan.FromSeconds(60);

    public async Task<int> RunAsync(string[] args, CancellationToken cancellationToken)
    {
        var isVerbose = args.Contains(OutputOptions.Verbose);
        var exitCode = await new CommandLineFrame("timerprobe", terminal, terminal.Out, terminal.Error, time, Explain).RunAsync(
            CreateRootCommand(),
            args,
            parsed => parsed.CommandResult.Command.Name == SqlCommand.Name ? ShutdownGraceOfSql : ShutdownGrace,
            cancellationToken);
        if (isVerbose && SqliteLibrary.Substitute is { } substitute)
        {
            terminal.Say(substitute);
        }

        return exitCode;

        void Explain(Exception bug)
        {
            if (isVerbose)
            {
                terminal.Trace(bug);
            }
            else
            {
                terminal.Say("Run again with --verbose for the details to report.");
            }
        }
    }

    internal RootCommand CreateRootCommand()
    {
        var root = new RootCommand("Is this machine slow because of its clock? Why, and what to do.")
        {
            CheckCommand.Create(terminal, time),
            WatchCommand.Create(terminal, time, service),
            ScanCommand.Create(terminal, time),
            SqlCommand.Create(terminal, time),
            LogCommand.Create(terminal, time),
            PlanCommand.Create(terminal, time),
            HistoryCommand.Create(terminal, time),
            StoreCommand.Create(terminal, time),
            ReportCommand.Create(terminal, time),
            PublishOption.CreateClearing(terminal, time),
            AlertsCommand.Create(terminal, time),
            ConfigCommand.Create(terminal, time),
            RulesCommand.Create(terminal),
            CompletionCommand.Create(terminal),
        };
        root.Flag(
            OutputOptions.Verbose,
            "Show more detail: what could not be read and why, and a stack trace if something breaks.",
            Headings.Common).Recursive = true;
        HelpPage.Install(root, terminal);
        return root;
    }
}
