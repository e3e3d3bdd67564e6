using System.CommandLine;
using System.CommandLine.Invocation;
using System.Runtime.InteropServices;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Configuration.Reading;
using TimerProbe.Application.Keeping;
using TimerProbe.Fleet.Store;
using TimerProbe.Server.Schedule;

namespace TimerProbe.Server.Hosting;

/// <summary>The command line of <c>timerprobe-server</c>: turns what went wrong into a sentence and an exit code, which are those of <c>timerprobe</c>.</summary>
internal sealed class ServerCommandLine(TextWriter output, TextWriter error, TimeProvider time)
{
    private const int Usage = 2;
    private const int NotPossible = 3;
    private const int NoTarget = 4;
    private const int Bug = 1;
    private const int Cancelled = 130;

    private readonly Option<string?> _config = new("--config") { Description = "Read this configuration file. [default: the variable TIMERPROBE_CONFIG, else none]", HelpName = "FILE", Recursive = true };
    private readonly Option<string?> _store = new("--store") { Description = "The store: a file, or postgres:... for several nodes. [default: this user's own]", HelpName = "TARGET", Recursive = true };
    private readonly Option<string[]> _listen = new("--listen") { Description = "Listen here, such as https://0.0.0.0:8443; may be repeated. [default: http://127.0.0.1:8085]", HelpName = "URL" };

    public async Task<int> RunAsync(string[] args)
    {
        using var ending = new CancellationTokenSource();
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, End);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, End);
        try
        {
            var parsed = Root().Parse(args, new ParserConfiguration { ResponseFileTokenReplacer = null });
            if (parsed.Action is ParseErrorAction)
            {
                foreach (var wrong in parsed.Errors)
                {
                    Complain(wrong.Message.TrimEnd('.'));
                }

                return Usage;
            }

            return await parsed.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = output, Error = error, ProcessTerminationTimeout = null }, ending.Token);
        }
        catch (UseCaseException refused)
        {
            Complain(refused.Message);
            return refused.Failure switch { Failure.Usage => Usage, Failure.NoTarget => NoTarget, Failure.Cancelled => Cancelled, _ => NotPossible };
        }
        catch (StoreException refused)
        {
            Complain(refused.Message);
            return NotPossible;
        }
        catch (IOException refused)
        {
            Complain(refused.Message);
            return NotPossible;
        }
        catch (OperationCanceledException) when (ending.IsCancellationRequested)
        {
            return 0;
        }
#pragma warning disable CA1031 // The last resort: whatever arrives here is a bug and ends as one.
        catch (Exception bug)
#pragma warning restore CA1031
        {
            Complain($"this is a bug in timerprobe-server: {bug}");
            return Bug;
        }

        void End(PosixSignalContext signal)
        {
            signal.Cancel = true;
            ending.Cancel();
        }
    }

    private RootCommand Root()
    {
        var root = new RootCommand("Takes in what guests measure, scans vCenters on a schedule, and shows the fleet.") { _config, _store, _listen };
        root.SetAction(async (parsed, cancel) =>
        {
            var configuration = Configuration(parsed, cancel);
            await new ServerRun(configuration, parsed.GetValue(_listen) ?? [], StoreOf(parsed, configuration), new ErrorDialog(error), output, time).RunAsync(cancel);
            return 0;
        });
        root.Subcommands.Add(Migrate());
        return root;
    }

    private Command Migrate()
    {
        var migrate = new Command("migrate", "Bring the store to the form of this program, as the owner of its tables; nodes of the version before go on meanwhile.");
        migrate.SetAction(async (parsed, cancel) =>
        {
            var configuration = Configuration(parsed, cancel);
            var place = StoreOf(parsed, configuration);
            await using var opened = await StoreAccessor.OpenAsync(place, new StoreOptions { Migrates = true, Time = time }, cancel);
            await ScheduleServices.MakeTablesAsync(new ServerContext(configuration, opened, place, new ErrorDialog(error), time), cancel);
            await output.WriteLineAsync($"the store {opened.Target} has form {opened.Form.Now}");
            return 0;
        });
        return migrate;
    }

    private FileConfiguration Configuration(ParseResult parsed, CancellationToken cancel) =>
        (parsed.GetValue(_config) ?? Environment.GetEnvironmentVariable("TIMERPROBE_CONFIG")) is { Length: > 0 } file
            ? ConfigurationFile.Read(file, new ErrorDialog(error), cancel)
            : new FileConfiguration();

    private StoreSettings? StoreOf(ParseResult parsed, FileConfiguration configuration) =>
        parsed.GetValue(_store) is { } named ? new StoreSettings { Target = named } : configuration.Store;

    private void Complain(string message) => error.WriteLine($"timerprobe-server: {message}");
}
