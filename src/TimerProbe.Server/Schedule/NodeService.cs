namespace TimerProbe.Server.Schedule;

/// <summary>
/// The life of a node: notes itself in the store every few seconds, and lets its scheduler take jobs only while its clock agrees
/// with the store's. At its end it takes no more jobs, waits for scans that are nearly done, and gives up the others, for
/// another node to take over.
/// </summary>
internal sealed class NodeService(
    ServerContext context,
    StoreTime clock,
    ScanScheduler made,
    ScanSchedule schedule,
    RunningScans running) : NodePart(context.Faults, context.Time)
{
    private const string Part = "node";

    private static readonly TimeSpan Every = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan Again = TimeSpan.FromSeconds(2);

    /// <summary>Together with what stops later they are within the ten seconds that a stop may take.</summary>
    private static readonly (TimeSpan OfScans, TimeSpan OfScheduler, TimeSpan OfNote) ShutdownTimeouts =
        (TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(1));

    private static readonly TimeSpan ReviewEvery = TimeSpan.FromMinutes(1);

    private long? _reviewedAt;
    private bool _isNoted;
    private bool _isScheduled;
    private volatile NodeCondition _now = new("starting", "the node is starting");

    public NodeCondition Now => _now;

    public bool IsReady => Now.RejectionReason is null;

    public IReadOnlyList<string> Stalled { get; private set; } = [];

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        try
        {
            await EndAsync(cancellationToken)
                .WaitAsync(ShutdownTimeouts.OfScans + ShutdownTimeouts.OfScheduler, context.Time, CancellationToken.None);
        }
        catch (SchedulerException) when (!_isScheduled)
        {
            // It ends before it began.
        }
        catch (Exception ex) when (ex is SchedulerException or TimeoutException)
        {
            context.Log.ReportProblem($"the scheduler did not end in time: {ex.Message}");
        }

        await NoteEndAsync();
    }

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        await CheckAsync(stopping);
        await Task.Delay(_isScheduled ? Every : Again, Time, stopping);
    }

    private async Task EndAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        _now = NodeCondition.Stopping;
        var scheduler = await made.GetAsync(CancellationToken.None);
        await scheduler.Standby(CancellationToken.None);
        await Task.WhenAny(running.WhenNoneAsync(), Task.Delay(ShutdownTimeouts.OfScans, context.Time, CancellationToken.None));
        await scheduler.Shutdown(waitForJobsToComplete: true, CancellationToken.None);
    }

    private async Task CheckAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (await LaterFormAsync(cancellationToken) is { } later)
            {
                await TransitionToAsync(later, cancellationToken);
                return;
            }

            var before = clock.LastStep;
            var apart = await clock.MeasureAsync(context.Store, cancellationToken);
            if (clock.LastStep != before)
            {
                _reviewedAt = null;
                context.Log.ReportProblem($"the clock of the store {clock.LastStep}, and what is due goes by it from now on");
            }

            await TransitionToAsync(apart.Duration() <= StoreTime.Limit ? NodeCondition.Ready : ClockApart(apart), cancellationToken);
            await NoteAsync(apart, cancellationToken);
        }
        catch (SchedulerException ex) when (!_isScheduled)
        {
            await made.DiscardAsync();
            Report(new NodeCondition("storeAway", $"the scheduler cannot begin: {FirstSentence(ex)}"));
        }
        catch (Exception ex) when (ex is StoreException or SchedulerException)
        {
            Report(new NodeCondition("storeAway", $"the store cannot be used: {FirstSentence(ex)}"),
                ex is StoreException ? ex.Message : $"the scheduler cannot go on: {FirstSentence(ex)}");
        }
    }

    private static NodeCondition ClockApart(TimeSpan apart)
    {
        var difference = DurationText.Format(TimeSpan.FromMilliseconds(Math.Round(apart.Duration().TotalMilliseconds)));
        var direction = apart > TimeSpan.Zero ? "ahead of" : "behind";
        return new NodeCondition(
            "clockApart", $"the clock of this machine is {difference} {direction} the store's, and half a second is the most");
    }

    private async Task<NodeCondition?> LaterFormAsync(CancellationToken cancellationToken)
    {
        try
        {
            await context.Store.AssertKnownAsync(cancellationToken);
            return null;
        }
        catch (StoreException ex) when (ex.Kind == StoreErrorKind.OtherSchema)
        {
            return new NodeCondition("newerStore", ex.Message.TrimEnd('.'));
        }
    }

    private static string FirstSentence(Exception error) => error.Message.Split(". ")[0].TrimEnd('.');

    private async Task TransitionToAsync(NodeCondition next, CancellationToken cancellationToken)
    {
        var scheduler = await made.GetAsync(cancellationToken);
        if (next.RejectionReason is null)
        {
            if (scheduler.Status is SchedulerStatus.Created or SchedulerStatus.Standby)
            {
                await scheduler.Start(cancellationToken);
            }

            if (!_isScheduled)
            {
                await schedule.ApplyAsync(cancellationToken);
                _isScheduled = true;
            }

            await ReviewAsync(cancellationToken);
            next = Stalled.Count == 0 ? next : NodeCondition.Stalled(Stalled);
        }
        else if (scheduler.Status == SchedulerStatus.Running)
        {
            await scheduler.Standby(cancellationToken);
            Stalled = [];
        }

        Report(next);
    }

    /// <summary>Once a minute, and as soon as the clock was set. While all places are taken, what is due waits for one.</summary>
    private async Task ReviewAsync(CancellationToken cancellationToken)
    {
        if (_reviewedAt is not { } at || Time.GetElapsedTime(at) >= ReviewEvery)
        {
            var stalled = await schedule.ReviewAsync(cancellationToken);
            (Stalled, _reviewedAt) = (running.Count < ScanScheduler.ScansAtOnce ? stalled : [], Time.GetTimestamp());
        }
    }

    private async Task NoteEndAsync()
    {
        try
        {
            using var soon = new CancellationTokenSource(ShutdownTimeouts.OfNote, context.Time);
            await NoteAsync(TimeSpan.Zero, soon.Token);
        }
        catch (Exception ex) when (ex is StoreException or OperationCanceledException)
        {
            // Other nodes see that it has not reported since.
        }
    }

    private async Task NoteAsync(TimeSpan apart, CancellationToken cancellationToken)
    {
        await context.Store.Nodes.NoteAsync(
            context.Node, ServerContext.Tool.Version, apart, clock.LastStep, Now.Name, isNew: !_isNoted, cancellationToken);
        _isNoted = true;
    }

    private void Report(NodeCondition next, string? fault = null)
    {
        var isAway = next.Name == "storeAway";
        Turn(Faults.Store, isAway);
        Turn(NodeLog.Node, !isAway && next.RejectionReason is not null);
        _now = next;

        void Turn(string subject, bool isSo)
        {
            if (isSo)
            {
                context.Faults.Begin(subject, Part, fault ?? $"this node takes no scans: {next.RejectionReason}");
            }
            else
            {
                context.Faults.End(subject, Part);
            }
        }
    }
}

/// <summary>The name in the store, and why the node takes no work: a sentence without a full stop, null when it does.</summary>
internal sealed record NodeCondition(string Name, string? RejectionReason)
{
    public static NodeCondition Ready { get; } = new("ready", null);

    public static NodeCondition Stalled(IEnumerable<string> jobs) =>
        new("scheduleStalled", $"nothing begins what is due: {string.Join(", ", jobs)}");

    public static NodeCondition Stopping { get; } = new("stopping", "the node is stopping");
}
