using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using TimerProbe.Cli.Commands;
using TimerProbe.Cli.Commands.Check;
using TimerProbe.Cli.Commands.History;
using TimerProbe.Cli.Commands.Report;
using TimerProbe.Cli.Commands.Scan;
using TimerProbe.Cli.Commands.Sql;
using TimerProbe.Cli.Commands.Watch;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli;

/// <summary>The whole program but for its console: parses, runs, and turns what went wrong into a sentence and an exit code.</summary>
internal sealed class Application(Terminal terminal, TimeProvider time, WindowsService? service = null)
{
    /// <summary>A name that begins with @ is a name, not a file of arguments.</summary>
    private static readonly ParserConfiguration Literally = new() { ResponseFileTokenReplacer = null };

    // A session on a SQL Server drops what it made before it goes, if need be over a second connection.
    private static readonly TimeSpan LongestWayOut = TimeSpan.FromSeconds(60);

    private readonly VerboseOption _verbose = new();

    public async Task<int> RunAsync(string[] args)
    {
        try
        {
            var parsed = CreateRootCommand().Parse(args, Literally);
            return parsed.Action is ParseErrorAction ? Refuse(parsed) : await InvokeAsync(parsed);
        }
        catch (CommandException error)
        {
            terminal.Complain(error.Message);
            return (int)error.ExitCode;
        }
        catch (OperationCanceledException)
        {
            return (int)ExitCode.Cancelled;
        }
        catch (IOException error)
        {
            terminal.Complain($"cannot write standard output: {error.Message}");
            return (int)ExitCode.NotPossible;
        }
#pragma warning disable CA1031 // The last resort: whatever arrives here is a bug and ends as one.
        catch (Exception bug)
#pragma warning restore CA1031
        {
            terminal.Complain($"this is a bug in timerprobe: {bug.Message}");
            terminal.Error.WriteLine(args.Contains(VerboseOption.Name, StringComparer.Ordinal) ? bug.ToString() : "Run again with --verbose for the details to report.");
            return (int)ExitCode.Bug;
        }
    }

    // A service is asked to end by its manager; Windows leaves one alone that handles no signals of the console.
    private Task<int> InvokeAsync(ParseResult parsed) => parsed.InvokeAsync(
        new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Output = terminal.Out,
            Error = terminal.Error,
            ProcessTerminationTimeout = service is null ? LongestWayOut : null,
        },
        service?.StopRequested ?? CancellationToken.None);

    private RootCommand CreateRootCommand()
    {
        var root = new RootCommand("Finds out whether this machine is slow because of its clock, why, and what to do.")
        {
            new CheckCommand(terminal, time).Create(),
            new WatchCommand(terminal, time, service).Create(),
            new ScanCommand(terminal, time).Create(),
            new SqlCommand(terminal, time).Create(),
            new HistoryCommand(terminal, time).Create(),
            new ReportCommand(terminal, time).Create(),
            new ConfigCommand(terminal, time).Create(),
            new RulesCommand(terminal).Create(),
            new CompletionCommand(terminal).Create(),
        };
        root.Options.Add(_verbose.Option);
        HelpWithExamples.Install(root);
        return root;
    }

    private int Refuse(ParseResult parsed)
    {
        // A misspelt command also leaves out the required one; the misspelling is what the user can mend.
        var errors = parsed.UnmatchedTokens.Count > 0 ? parsed.Errors.TakeLast(parsed.UnmatchedTokens.Count) : parsed.Errors;
        foreach (var error in errors)
        {
            terminal.Complain(string.Join(' ', error.Message.TrimEnd('.').Split(['\n', '\r', '\t'], StringSplitOptions.RemoveEmptyEntries)));
        }

        terminal.Error.WriteLine($"Try '{CommandPath(parsed.CommandResult)} --help'.");
        return (int)ExitCode.Usage;
    }

    private static string CommandPath(CommandResult command)
    {
        var name = command.Command is RootCommand ? "timerprobe" : command.Command.Name;
        return command.Parent is CommandResult parent ? $"{CommandPath(parent)} {name}" : name;
    }
}
