using System.CommandLine;
using System.CommandLine.Invocation;
using System.Runtime.InteropServices;

namespace TimerProbe.Server.Hosting;

/// <summary>The command line of <c>timerprobe-server</c>, with the exit codes of <c>timerprobe</c>.</summary>
internal sealed class ServerCommandLine(TextWriter output, TextWriter error, TimeProvider time, WindowsService? service = null)
{
    public const int NotPossible = 3;
    private const int Bug = 1;
    private const int Usage = 2;
    private const int NoTarget = 4;
    private const int Locked = 6;
    private const int Cancelled = 130;

    private readonly Option<string?> _config = new("--config")
    {
        Description = "Read this configuration file. [default: the variable TIMERPROBE_CONFIG, else none]",
        HelpName = "FILE",
        Recursive = true
    };

    private readonly Option<string?> _store = new("--store")
    {
        Description = "The store: a file, or for several nodes a connection string of Npgsql, without a password. [default: this user's own file]",
        HelpName = "TARGET",
        Recursive = true
    };

    private readonly Option<string[]> _listen = new("--listen")
    {
        Description = "Listen here, such as https://0.0.0.0:8443; may be repeated. [default: http://127.0.0.1:8085]",
        HelpName = "URL"
    };

    private readonly Option<bool> _service = new(ServiceMode.Option)
    {
        Description = "Run as a Windows service, started by the service manager; errors go to the Application event log."
    };

    public async Task<int> RunAsync(string[] args, CancellationToken ends)
    {
        try
        {
            var parsed = Root().Parse(args, new ParserConfiguration { ResponseFileTokenReplacer = null });
            if (parsed.Action is ParseErrorAction)
            {
                foreach (var message in Wrong(parsed))
                {
                    Complain(message.TrimEnd('.'));
                }

                await error.WriteLineAsync($"Try '{NameOf(parsed.CommandResult.Command)} --help'.");
                return Usage;
            }

            return await parsed.InvokeAsync(
                new InvocationConfiguration
                {
                    EnableDefaultExceptionHandler = false,
                    Output = output,
                    Error = error,
                    ProcessTerminationTimeout = null
                },
                ends);
        }
        catch (UseCaseException ex) when (ex.Failure == Failure.BrokenPipe)
        {
            return 0;
        }
        catch (UseCaseException refused)
        {
            Complain(refused.Message);
            return refused.Failure switch
            {
                Failure.Usage => Usage,
                Failure.NoTarget => NoTarget,
                Failure.Locked => Locked,
                Failure.Cancelled => Cancelled,
                _ => NotPossible
            };
        }
        catch (Exception refused) when (refused is StoreException or IOException)
        {
            Complain(refused.Message);
            return NotPossible;
        }
        catch (OperationCanceledException) when (ends.IsCancellationRequested)
        {
            return Cancelled;
        }
#pragma warning disable CA1031 // The last resort: whatever arrives here is a bug and ends as one.
        catch (Exception bug)
#pragma warning restore CA1031
        {
            Complain($"this is a bug in timerprobe-server: {bug}");
            return Bug;
        }
    }

    private static IEnumerable<string> Wrong(ParseResult parsed)
    {
        var (command, unknown) = (parsed.CommandResult.Command, parsed.UnmatchedTokens);
        if (unknown.Count == 0)
        {
            return parsed.Errors.Select(item => item.Message);
        }

        var options = unknown.Where(argument => argument.StartsWith('-')).Select(option => option.Split('=', ':')[0]).ToList();
        if (options.Count > 0)
        {
            return options.Select(option => $"there is no option '{option}' here{Meant(option, GetOptions(command))}");
        }

        var known = command.Subcommands.Select(subcommand => subcommand.Name).ToList();
        return known.Count > 0
            ? [$"there is no such command here, only {string.Join(", ", known)}{Meant(unknown[0], known)}"]
            : ["there is no such argument"];
    }

    private static string NameOf(Command command) =>
        Above(command).FirstOrDefault() is { } parent ? $"{NameOf(parent)} {command.Name}" : "timerprobe-server";

    private static string Meant(string given, IEnumerable<string> names) =>
        NearestName.Of(given, names) is { } near ? $"; did you mean {near}?" : "";

    private static IEnumerable<string> GetOptions(Command command) =>
        command.Options.Concat(Above(command).SelectMany(parent => parent.Options.Where(item => item.Recursive)))
            .Where(option => !option.Hidden)
            .Select(option => option.Name);

    private static IEnumerable<Command> Above(Command command) =>
        command.Parents.OfType<Command>().SelectMany(parent => Above(parent).Prepend(parent));

    internal RootCommand Root()
    {
        var root = new RootCommand("Takes in what guests measure, scans vCenters on a schedule, and shows the fleet.")
        {
            _config,
            _store,
            _listen,
            _service
        };
        root.SetAction(ServeAsync);
        root.Subcommands.Add(new TokensCommand(Read, output, time).Create());
        var migrate = new Command(
            "migrate",
            "Bring the store to the form that this version makes; create it if it is not there. A node does so too when it starts.");
        migrate.SetAction(async (parsed, cancellationToken) =>
        {
            var (_, place) = Read(parsed, cancellationToken);
            var options = new StoreOptions { Access = StoreAccess.Write, Time = time };
            await using var store = await ServerContext.OpenStoreAsync(place, options, cancellationToken);
            await output.WriteLineAsync(StoreAccessor.FormText(store));
            return 0;
        });
        root.Subcommands.Add(migrate);
        return root;
    }

    private async Task<int> ServeAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        if (parsed.GetValue(_service))
        {
            ServiceMode.AssertStarted(service);
        }

        var (configuration, store) = Read(parsed, cancellationToken);
        var log = new NodeLog(error, ServerContext.GetNode(configuration), time)
        {
            IsJson = configuration.Server?.LogFormat == "json",
            IsDebug = configuration.Server?.LogLevel == "debug"
        };
        try
        {
            await new ServerRun(configuration, parsed.GetValue(_listen) ?? [], store, log, output, service, time)
                .RunAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Asked to end before it served.
        }

        return 0;
    }

    private (FileConfiguration Configuration, StoreSettings? Store) Read(ParseResult parsed, CancellationToken cancellationToken)
    {
        var configuration = (parsed.GetValue(_config) ?? Environment.GetEnvironmentVariable("TIMERPROBE_CONFIG")) is { Length: > 0 } file
            ? ConfigurationFile.Read(file, new ErrorDialog(error), cancellationToken)
            : new FileConfiguration();
        return (configuration, StoreSettings.Of(parsed.GetValue(_store), configuration.Store));
    }

    private void Complain(string message) => error.WriteLine($"timerprobe-server: {message}");
}

/// <summary>
/// What asks a process to end that is no service of Windows: the manager of those ends them by itself, and Windows sends the
/// same signals when somebody logs off.
/// </summary>
internal static class StopSignals
{
    private static readonly PosixSignal[] Signals = [PosixSignal.SIGINT, PosixSignal.SIGQUIT, PosixSignal.SIGTERM];

    /// <summary>Runs the work, which is cancelled by the first of them; the second ends the process at once.</summary>
    public static async Task<int> RunAsync(Func<CancellationToken, Task<int>> work)
    {
        using var ending = new CancellationTokenSource();
        var registered = Array.ConvertAll(Signals, signal => PosixSignalRegistration.Create(signal, End));
        try
        {
            return await work(ending.Token);
        }
        finally
        {
            Array.ForEach(registered, item => item.Dispose());
        }

        void End(PosixSignalContext signal)
        {
            signal.Cancel = !ending.IsCancellationRequested;
            ending.Cancel();
        }
    }
}

/// <summary>Writes what goes wrong to standard error: no line that comes from elsewhere begins as one of the program's.</summary>
internal sealed class ErrorDialog(TextWriter error) : NonInteractiveDialog
{
    public override void Complain(string message) =>
        error.WriteLine($"timerprobe-server: {PlainText.Lines(message.ReplaceLineEndings("\n  "))}");
}
