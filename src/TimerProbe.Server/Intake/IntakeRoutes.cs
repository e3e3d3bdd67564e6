using TimerProbe.Application;
using TimerProbe.Application.Alerting;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Serving;
using TimerProbe.Server.Access;
using TimerProbe.Server.Digests;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Intake;

internal static class IntakeRoutes
{
    public const string Documents = "/api/v1/documents";

    public static IServiceCollection AddIntake(this IServiceCollection services, ServerContext context)
    {
        _ = context;
        services.AddSingleton<ArrivalSignal>();
        services.AddSingleton<IntakeLimits>();
        services.AddSingleton<MachineBindings>();
        services.AddSingleton<DocumentEndpoint>();
        services.AddSingleton<InboxWriter>();
        services.AddHostedService(all => all.GetRequiredService<InboxWriter>());
        services.AddSingleton<AlertSender>();
        services.AddHostedService(all => all.GetRequiredService<AlertSender>());
        services.AddHostedService<InboxReader>();
        return services;
    }

    public static void MapIntake(this IEndpointRouteBuilder routes) =>
        routes.MapPost(Documents, (HttpContext context, DocumentEndpoint documents) => documents.PostAsync(context)).RequireScope(
            Scope.Submit)
        .WithSummary("Hand in what a guest measured").Produces<IntakeAnswer>().Produces<IntakeAnswer>(
            StatusCodes.Status201Created).ProducesProblem(StatusCodes.Status400BadRequest)
        .ProducesProblem(StatusCodes.Status408RequestTimeout)
            .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
            .ProducesProblem(StatusCodes.Status415UnsupportedMediaType);
}

/// <summary>
/// Takes in what guests handed in, wherever they did, in the order of arrival. Of all nodes of a store one does,
/// which says so there again and again; when it is not seen any more another takes over.
/// </summary>
internal sealed class InboxReader(ServerContext context, ArrivalSignal arrivals, AlertSender alerts, LatestFleet latest) : BackgroundService
{
    private const string Part = "documents";

    private static readonly TimeSpan Poll = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan RenewalInterval = InboxClaim.Lasts / 4;

    private InboxClaim? _claim;
    private long _savedAt;
    private string _said = "";

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        try
        {
            for (var begins = true; ; begins = false)
            {
                await TryRunAsync(begins, stoppingToken);
                await arrivals.WaitAsync(Poll, context.Time, stoppingToken);
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            await (_claim?.DisposeAsync() ?? ValueTask.CompletedTask);
        }
    }

    private async Task TryRunAsync(bool begins, CancellationToken stopping)
    {
        try
        {
            await RunAsync(begins, stopping);
            context.Faults.End(Faults.Store, Part);
        }
        catch (StoreException lost) when (lost.Kind == StoreErrorKind.ClaimLost)
        {
            _claim = null;
        }
        catch (StoreException refused)
        {
            context.Faults.Begin(Faults.Store, Part, refused.Message);
        }
#pragma warning disable CA1031 // A bug with one document is said, and stops neither the node nor, after some attempts, the others.
        catch (Exception bug) when (bug is not OperationCanceledException)
#pragma warning restore CA1031
        {
            Complain(bug);
        }
    }

    private void Complain(Exception bug)
    {
        if (bug.Message != _said)
        {
            context.Log.Say(LogLevel.Error, "documents", $"this is a bug in timerprobe-server: {bug.GetType().Name}: {bug.Message}", bug);
        }

        _said = bug.Message;
    }

    private async Task RunAsync(bool begins, CancellationToken stopping)
    {
        if (_claim is null)
        {
            _claim = await context.Store.Inbox.ClaimAsync(context.Node, begins, stopping);
            _savedAt = context.Time.GetTimestamp();
        }

        if (_claim is not { } claim)
        {
            return;
        }

        var reported = alerts.OfConfiguration();
        var hasTaken = false;
        while (await claim.TakeInNextAsync(reported?.Options, stopping))
        {
            (hasTaken, _savedAt) = (true, context.Time.GetTimestamp());
        }

        if (hasTaken)
        {
            alerts.Wake();
            latest.Wake();
        }
        else if (context.Time.GetElapsedTime(_savedAt) >= RenewalInterval)
        {
            await claim.KeepAsync(stopping);
            _savedAt = context.Time.GetTimestamp();
        }
    }
}

/// <summary>Sends alerts beside what makes them: when there may be new ones, and when those that were not taken are due again.</summary>
internal sealed class AlertSender : BackgroundService
{
    private const string Subject = "alerts";

    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private readonly ServerContext _context;
    private readonly DigestMaker _digests;
    private readonly ArrivalSignal _made = new();
    private string _said = "";

    /// <param name="context">What it works with.</param>
    /// <param name="digests">What makes reports, which are sent alike.</param>
    public AlertSender(ServerContext context, DigestMaker digests)
    {
        (_context, _digests) = (context, digests);
        digests.Made = Wake;
    }

    /// <summary>There may be something to send.</summary>
    public void Wake() => _made.Tell();

    /// <summary>Who is told, by what the configuration says now. Without receivers alerts are made and kept, for the page.</summary>
    public RunAlerts? OfConfiguration()
    {
        var configuration = _context.Configuration;
        var start = _context.Time.GetTimestamp();
        return RunAlerts.Create(
            configuration.Alerts ?? new AlertSettings(), configuration.Muting, configuration.SecretVariables, saves: true,
            new UseCaseContext(ServerContext.Tool, _context.Time, _context.Log.About(Subject), () => _context.Time.GetElapsedTime(start)));
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (true)
        {
            await _made.WaitAsync(await SendAsync(stoppingToken), _context.Time, stoppingToken);
        }
    }

    private async Task<TimeSpan> SendAsync(CancellationToken stopping)
    {
        if (OfConfiguration() is not { } alerts)
        {
            return LongestPause;
        }

        var report = await alerts.TryDeliverAsync(_context.Store, stopping, _digests.ChannelsOf(_context.Configuration));
        var complaints = string.Join('\n', report.Complaints);
        foreach (var complaint in complaints != _said ? report.Complaints : [])
        {
            _context.Log.Say(LogLevel.Warning, Subject, complaint);
        }

        if (_said.Length > 0 && complaints.Length == 0 && report.Delivered > 0)
        {
            _context.Log.Say(LogLevel.Information, Subject, "over: alerts are delivered again");
        }

        _said = complaints.Length > 0 ? complaints : report.Delivered > 0 ? "" : _said;
        return report.NextAttemptIn is { } next ? Within(next) : LongestPause;
    }

    private static TimeSpan Within(TimeSpan pause) => pause < ShortestPause ? ShortestPause : pause > LongestPause ? LongestPause : pause;
}
