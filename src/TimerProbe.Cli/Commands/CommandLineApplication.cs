using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;

namespace TimerProbe.Cli.Commands;

/// <summary>
/// The whole program but for its console: parses, runs, and turns what went wrong into a sentence and an exit code.
/// </summary>
internal sealed class CommandLineApplication(Terminal terminal, TimeProvider time, WindowsService? service = null)
{
    private const int MaxNamed = 3;

    private static readonly ParserConfiguration Literally = new() { ResponseFileTokenReplacer = null };

    private static readonly TimeSpan ShutdownGrace = TimeSpan.FromSeconds(8);

    // A session on a SQL Server drops what it made before it goes, if need be over a second connection.
    private static readonly TimeSpan WayOutOfSql = TimeSpan.FromSeconds(60);

    public async Task<int> RunAsync(string[] args, CancellationToken asked)
    {
        try
        {
            var parsed = CreateRootCommand().Parse(args, Literally);
            if (parsed.Action is ParseErrorAction)
            {
                return Refuse(parsed);
            }

            var exitCode = await InvokeAsync(parsed, asked);
            if (SqliteLibrary.Substitute is { } substitute && parsed.GetValue<bool>(OutputOptions.Verbose))
            {
                terminal.Say(substitute);
            }

            return exitCode;
        }
        catch (UseCaseException ex) when (ex.Failure == Failure.BrokenPipe)
        {
            return (int)ExitCode.Done;
        }
        catch (UseCaseException error)
        {
            terminal.Complain(error.Message);
            return (int)GetCode(error.Failure);
        }
        catch (IOException error)
        {
            terminal.Complain(error.Message);
            return (int)ExitCode.NotPossible;
        }
        catch (OutOfMemoryException)
        {
            terminal.Complain(
                "there is not enough memory for this: give it more, or less to do at once, such as fewer vCenters or the clusters of one");
            return (int)ExitCode.NotPossible;
        }
#pragma warning disable CA1031 // The last resort: whatever arrives here is a bug and ends as one.
        catch (Exception bug)
#pragma warning restore CA1031
        {
            terminal.Complain($"this is a bug in timerprobe: {bug.Message}");
            if (args.Contains(OutputOptions.Verbose))
            {
                terminal.Trace(bug);
            }
            else
            {
                terminal.Say("Run again with --verbose for the details to report.");
            }

            return (int)ExitCode.Bug;
        }
    }

    private async Task<int> InvokeAsync(ParseResult parsed, CancellationToken asked)
    {
        var configuration = new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Output = terminal.Out,
            Error = terminal.Error,
            ProcessTerminationTimeout = null,
        };
        var work = Task.Run(() => parsed.InvokeAsync(configuration, asked), CancellationToken.None);
        // What is no asynchronous action only prints, and does not look whether it is asked to end.
        var wayOut = parsed.Action is not AsynchronousCommandLineAction ? TimeSpan.Zero
            : parsed.CommandResult.Command.Name == SqlCommand.Name ? WayOutOfSql
            : ShutdownGrace;
        try
        {
            return await Task.WhenAny(work, OverdueAsync(wayOut, asked)) == work ? await work : (int)ExitCode.Cancelled;
        }
        catch (OperationCanceledException) when (asked.IsCancellationRequested)
        {
            return (int)ExitCode.Cancelled;
        }
    }

    private async Task OverdueAsync(TimeSpan wayOut, CancellationToken asked)
    {
        await Task.Delay(Timeout.InfiniteTimeSpan, time, asked).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Task.Delay(wayOut, time, CancellationToken.None);
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
            PublishCommand.Create(terminal, time),
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

    private static ExitCode GetCode(Failure failure) => failure switch
    {
        Failure.Usage => ExitCode.Usage,
        Failure.NoTarget => ExitCode.NoTarget,
        Failure.Locked => ExitCode.Locked,
        Failure.Cancelled => ExitCode.Cancelled,
        _ => ExitCode.NotPossible,
    };

    private int Refuse(ParseResult parsed)
    {
        // A misspelt command also leaves out the required one; the misspelling is what the user can mend.
        foreach (var message in parsed.UnmatchedTokens.Count > 0
            ? GetUnknown(parsed.CommandResult.Command, parsed.UnmatchedTokens)
            : parsed.Errors.Select(error => error.Message).Distinct())
        {
            terminal.Complain(string.Join(' ', message.TrimEnd('.').Split(['\n', '\r', '\t'], StringSplitOptions.RemoveEmptyEntries)));
        }

        terminal.Say($"Try '{CommandPath(parsed.CommandResult)} --help'.");
        return (int)ExitCode.Usage;
    }

    private static IEnumerable<string> GetUnknown(Command command, IReadOnlyList<string> unknown)
    {
        var options = unknown.Where(argument => argument.StartsWith('-')).Select(option => option.Split('=', ':')[0]).ToList();
        var name = command is RootCommand ? "timerprobe" : command.Name;
        if (options.Count > 0)
        {
            return options.Select(option => GetOptions(command).Contains(option)
                ? $"put {option} after '{name}', not before it"
                : $"{name} has no option '{option}'{Meant(Near(option, GetOptions(command)))}");
        }

        var kind = command.Subcommands.Count > 0 ? "command" : "argument";
        var known = command.Subcommands.Select(subcommand => subcommand.Name);
        return unknown.Select(word => $"{name} has no {kind} '{Repeatable.Of(word)}'{Meant(NearestName.Among(word, known))}");
    }

    private static IEnumerable<string> Near(string option, IEnumerable<string> known) =>
        option is ['-', not '-']
            ? known.Where(name => name.StartsWith($"-{option}", StringComparison.OrdinalIgnoreCase)).Order(StringComparer.Ordinal)
            : NearestName.Among(option, known);

    private static IEnumerable<string> GetOptions(Command command) =>
        command.Options
            .Concat(command.Parents.OfType<Command>().SelectMany(parent => parent.Options.Where(item => item.Recursive)))
            .Where(option => !option.Hidden)
            .Select(option => option.Name);

    private static string Meant(IEnumerable<string> names) =>
        names.Take(MaxNamed).ToList() is { Count: > 0 } near ? $"; did you mean {string.Join(" or ", near)}?" : "";

    private static string CommandPath(CommandResult command)
    {
        var name = command.Command is RootCommand ? "timerprobe" : command.Command.Name;
        return command.Parent is CommandResult parent ? $"{CommandPath(parent)} {name}" : name;
    }
}
