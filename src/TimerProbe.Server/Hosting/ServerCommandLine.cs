using System.CommandLine;

namespace TimerProbe.Server.Hosting;

internal sealed class ServerCommandLine(TextWriter output, TextWriter error, TimeProvider time, WindowsService? service = null)
{
    private const string DefaultAddress = "http://127.0.0.1:8085";
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan MaxAnswerTime = TimeSpan.FromMinutes(1);

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
            await RunAsync(configuration, parsed.GetValue(_listen) ?? [], store, log, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Asked to end before it served.
        }

        return 0;
    }

    /// <summary>Runs a node, on the addresses of the configuration unless some are listed; no store is this user's own.</summary>
    /// <exception cref="UseCaseException">The store or an address cannot be used.</exception>
    private async Task RunAsync(
        FileConfiguration configuration, string[] listen, StoreSettings? store, NodeLog log, CancellationToken cancellationToken)
    {
        // Before the store, which a start that is refused does not make.
        var settings = configuration.Server ?? new ServerSettings();
        var addresses = listen.Length > 0 ? listen : settings.Listen is { Count: > 0 } configured ? configured : [DefaultAddress];
        var listening = Listening.From(settings, addresses, time);
        var openId = OpenIdClient.Read(settings.OpenId, cancellationToken);
        await using var opened = await ServerContext.OpenStoreAsync(
            store,
            new StoreOptions { Time = time, AnswerTimeout = MaxAnswerTime, Server = LockHolder.ThisProcess("timerprobe-server", time) },
            cancellationToken);
        foreach (var sentence in new[] { ServerContext.NotVerified(store), SqliteLibrary.Substitute }.OfType<string>())
        {
            log.ReportProblem(sentence);
        }

        await using var app = ServerApplication.Build(
            new ServerContext(configuration, opened, store, log, time), listening, openId);
        await StartAsync(app, opened, cancellationToken);
        using var notice = new ServiceNotice(Environment.GetEnvironmentVariable("NOTIFY_SOCKET"), service);
        await Task.WhenAll(
            SayWhenReadyAsync(app.Services.GetRequiredService<NodeMetrics>(), app.Lifetime.ApplicationStopping),
            notice.LiveAsync(Environment.GetEnvironmentVariable("WATCHDOG_USEC"), time, app.Lifetime.ApplicationStopping),
            app.WaitForShutdownAsync(cancellationToken));
    }

    private async Task StartAsync(WebApplication app, FleetStore opened, CancellationToken cancellationToken)
    {
        try
        {
            await app.StartAsync(cancellationToken);
            await AnnounceAsync(app, opened, cancellationToken);
        }
        catch (Exception ex)
        {
            // What has started stops before the store is disposed of; what goes wrong with that is not why the node ends.
            await app.StopAsync(CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (ex is SocketException)
            {
                throw new UseCaseException(ExitCode.NotPossible, $"cannot listen: {ex.Message}", ex);
            }

            // So Kestrel reports a port that is taken.
            if (ex is IOException { InnerException: Microsoft.AspNetCore.Connections.AddressInUseException } taken)
            {
                throw new UseCaseException(
                    ExitCode.NotPossible, $"{taken.Message.TrimEnd('.')}: name another with --listen or server.listen", taken);
            }

            throw;
        }
    }

    private async Task AnnounceAsync(WebApplication app, FleetStore opened, CancellationToken cancellationToken)
    {
        foreach (var address in app.Urls)
        {
            await output.WriteLineAsync($"timerprobe-server {ServerContext.Tool.Version} on {address}, store {opened.Target}");
        }

        // Nobody sees the output of a Windows service: its administrator makes a token.
        var issued = app.Services.GetRequiredService<IssuedTokens>();
        if (service is null && await issued.MakeFirstAsync(cancellationToken) is { } token)
        {
            await issued.ShowAsync(token, output, "the first token, shown only now: ");
        }
    }

    private async Task SayWhenReadyAsync(NodeMetrics node, CancellationToken ends)
    {
        while (node.NotReadyReason is not null)
        {
            await Task.Delay(Look, time, ends).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (ends.IsCancellationRequested)
            {
                return;
            }
        }

        // A node that serves goes on when nobody reads it any more.
        await Task.Run(() => output.WriteLine("ready"), CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private (FileConfiguration Configuration, StoreSettings? Store) Read(ParseResult parsed, CancellationToken cancellationToken)
    {
        var configuration = (parsed.GetValue(_config) ?? Environment.GetEnvironmentVariable("TIMERPROBE_CONFIG")) is { Length: > 0 } file
            ? ConfigurationFile.Read(file, Dialog(error), cancellationToken)
            : new FileConfiguration();
        return (configuration, StoreSettings.Of(parsed.GetValue(_store), configuration.Store));
    }
}
