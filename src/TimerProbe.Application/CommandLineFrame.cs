using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;

namespace TimerProbe.Application;

/// <summary>Shared by both programs: runs a command line, and turns what went wrong into a sentence and an exit code.</summary>
/// <param name="explain">Says more of an exception that is a bug.</param>
public sealed class CommandLineFrame(
    string program, IDialog dialog, TextWriter output, TextWriter error, TimeProvider time, Action<Exception> explain)
{
    private const int MaxNamed = 3;

    private static readonly ParserConfiguration Literally = new() { ResponseFileTokenReplacer = null };

    /// <param name="graceFor">How long a command may go on once it is asked to end.</param>
    public async Task<int> RunAsync(
        RootCommand root, string[] args, Func<ParseResult, TimeSpan> graceFor, CancellationToken cancellationToken)
    {
        try
        {
            var parsed = root.Parse(args, Literally);
            return parsed.Action is ParseErrorAction ? Refuse(parsed) : await InvokeAsync(parsed, graceFor(parsed), cancellationToken);
        }
        catch (UseCaseException ex)
        {
            if (ex.ExitCode != ExitCode.Done)
            {
                dialog.ReportProblem(ex.Message);
            }

            return (int)ex.ExitCode;
        }
        catch (Exception ex) when (ex is IOException or StoreException)
        {
            dialog.ReportProblem(ex.Message);
            return (int)ExitCode.NotPossible;
        }
        catch (OutOfMemoryException)
        {
            dialog.ReportProblem(
                "there is not enough memory for this: give it more, or less to do at once, such as fewer vCenters or the clusters of one");
            return (int)ExitCode.NotPossible;
        }
#pragma warning disable CA1031 // The last resort: whatever arrives here is a bug and ends as one.
        catch (Exception bug)
#pragma warning restore CA1031
        {
            dialog.ReportProblem($"this is a bug in {program}: {bug.Message}");
            explain(bug);
            return (int)ExitCode.Bug;
        }
    }

    private async Task<int> InvokeAsync(ParseResult parsed, TimeSpan grace, CancellationToken cancellationToken)
    {
        var configuration = new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Output = output,
            Error = error,
            ProcessTerminationTimeout = null,
        };
        var work = Task.Run(() => parsed.InvokeAsync(configuration, cancellationToken), CancellationToken.None);
        // What is no asynchronous action only prints, and does not look whether it is asked to end.
        var overdue = OverdueAsync(parsed.Action is AsynchronousCommandLineAction ? grace : TimeSpan.Zero, cancellationToken);
        try
        {
            return await Task.WhenAny(work, overdue) == work ? await work : (int)ExitCode.Cancelled;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return (int)ExitCode.Cancelled;
        }
    }

    private async Task OverdueAsync(TimeSpan grace, CancellationToken cancellationToken)
    {
        await Task.Delay(Timeout.InfiniteTimeSpan, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Task.Delay(grace, time, CancellationToken.None);
    }

    private int Refuse(ParseResult parsed)
    {
        // A misspelt command also leaves out the required one; the misspelling is what the user can mend.
        foreach (var message in parsed.UnmatchedTokens.Count > 0
            ? GetUnknown(parsed.CommandResult.Command, parsed.UnmatchedTokens)
            : parsed.Errors.Select(error => error.Message).Distinct())
        {
            dialog.ReportProblem(string.Join(' ', message.TrimEnd('.').Split(['\n', '\r', '\t'], StringSplitOptions.RemoveEmptyEntries)));
        }

        error.WriteLine($"Try '{GetPath(parsed.CommandResult)} --help'.");
        return (int)ExitCode.Usage;
    }

    private IEnumerable<string> GetUnknown(Command command, IReadOnlyList<string> unknown)
    {
        var options = unknown.Where(argument => argument.StartsWith('-')).Select(option => option.Split('=', ':')[0]).ToList();
        var name = command is RootCommand ? program : command.Name;
        if (command.Subcommands.Count > 0 && !unknown[0].StartsWith('-'))
        {
            // What follows belongs to the command that it was taken for.
            unknown = [unknown[0]];
        }
        else if (options.Count > 0)
        {
            var known = command.Options
                .Concat(GetAncestors(command).SelectMany(parent => parent.Options.Where(item => item.Recursive)))
                .Where(option => !option.Hidden)
                .Select(option => option.Name)
                .ToList();
            return options.Select(option => known.Contains(option)
                ? $"put {option} after '{name}', not before it"
                : $"{name} has no option '{option}'{Meant(GetNear(option, known))}");
        }

        var kind = command.Subcommands.Count > 0 ? "command" : "argument";
        return unknown.Select(word =>
            $"{name} has no {kind} '{PlainText.WithoutPassword(word)}'{Meant(NearestName.Among(word, command.Subcommands.Select(below => below.Name)))}");
    }

    private static IEnumerable<Command> GetAncestors(Command command) =>
        command.Parents.OfType<Command>().SelectMany(parent => GetAncestors(parent).Prepend(parent));

    private static IEnumerable<string> GetNear(string option, IReadOnlyList<string> known) =>
        option is ['-', not '-']
            ? known.Where(name => name.StartsWith($"-{option}", StringComparison.OrdinalIgnoreCase)).Order(StringComparer.Ordinal)
            : NearestName.Among(option, known);

    private static string Meant(IEnumerable<string> names) =>
        names.Take(MaxNamed).ToList() is { Count: > 0 } near ? $"; did you mean {string.Join(" or ", near)}?" : "";

    private string GetPath(CommandResult command) =>
        command.Parent is CommandResult parent ? $"{GetPath(parent)} {command.Command.Name}" : program;
}
