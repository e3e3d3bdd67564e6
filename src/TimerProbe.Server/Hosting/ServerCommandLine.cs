using System.CommandLine;

namespace TimerProbe.Server.Hosting;

internal sealed class ServerCommandLine(TextWriter output, TextWriter error, TimeProvider time, WindowsService? service = null)
{
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

    // A node ends its own requests and scans in time.
    public Task<int> RunAsync(string[] args, CancellationToken cancellationToken) =>
        new CommandLineFrame("timerprobe-server", Dialog(error), output, error, time, error.WriteLine)
            .RunAsync(Root(), args, graceFor: _ => Timeout.InfiniteTimeSpan, cancellationToken);

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
            "Upgrade the store to this version, or create it. A node does so too when it starts.");
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

    /// <summary>Writes what goes wrong: no line that comes from elsewhere begins as one of the program's.</summary>
    internal static IDialog Dialog(TextWriter error) => new ReportingDialog(
        message => error.WriteLine($"timerprobe-server: {PlainText.Lines(message.ReplaceLineEndings("\n  "))}"));

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
            ? ConfigurationFile.Read(file, Dialog(error), cancellationToken)
            : new FileConfiguration();
        return (configuration, StoreSettings.Of(parsed.GetValue(_store), configuration.Store));
    }
}
