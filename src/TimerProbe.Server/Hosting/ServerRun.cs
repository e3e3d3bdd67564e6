using System.Net.Sockets;

namespace TimerProbe.Server.Hosting;

/// <summary>One run of a node, on the addresses of the configuration unless some are listed; no store is this user's own.</summary>
internal sealed class ServerRun(
    FileConfiguration configuration,
    IReadOnlyList<string> listen,
    StoreSettings? store,
    NodeLog log,
    TextWriter output,
    WindowsService? service,
    TimeProvider time)
{
    private const string DefaultAddress = "http://127.0.0.1:8085";

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    private static readonly TimeSpan MaxAnswerTime = TimeSpan.FromMinutes(1);

    /// <exception cref="UseCaseException">The store or an address cannot be used.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        // Before the store, which a start that is refused does not make.
        var settings = configuration.Server ?? new ServerSettings();
        var listening = Listening.From(settings, Addresses(), time);
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

    private IReadOnlyList<string> Addresses() =>
        listen.Count > 0 ? listen : configuration.Server?.Listen is { Count: > 0 } configured ? configured : [DefaultAddress];
}
