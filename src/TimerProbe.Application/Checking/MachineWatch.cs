namespace TimerProbe.Application.Checking;

/// <summary>How a machine's clocks are watched.</summary>
public sealed record WatchSettings
{
    /// <summary>The time between two samples, 1 s at least.</summary>
    public required TimeSpan Every { get; init; }

    /// <summary>Null until it is cancelled.</summary>
    public TimeSpan? For { get; init; }

    /// <summary>The NTP server that the clock's rate is compared with; null for none.</summary>
    public NtpAddress? Reference { get; init; }

    /// <summary>Whether executable memory may be allocated, to measure RDTSC by itself.</summary>
    public bool UseStub { get; init; } = true;

    /// <summary>Leaves results with the hypervisor; null for not at all.</summary>
    public HypervisorPublisher? Publisher { get; init; }

    /// <summary>Pseudonyms for what is written, which is then neither saved nor submitted; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}

/// <summary>Measures this machine's clocks again and again, and reports what changes.</summary>
public sealed class MachineWatch(WatchSettings settings, RunStorage saved, RunSubmission? submission, UseCaseContext context)
{
    /// <summary>Watches on a thread of its own until the time is up or it is cancelled; both are its usual end.</summary>
    /// <exception cref="UseCaseException">This machine's clocks cannot be measured.</exception>
    public async Task RunAsync(IReadOnlyList<IWatchLog> outputs, CancellationToken cancellationToken)
    {
        await using var alerts = saved is { Saves: true, Alerts: { } receivers } ? new WatchAlerts(saved, receivers, context) : null;
        await using var submitting = submission is null ? null : new WatchSubmission(submission, context.Time);
        var storing = saved.Saves
            ? new WaitingLines(line => Save(line, alerts), why => context.Dialog.ReportProblem($"not saved for now: {why}"), context.Time)
            : null;
        IWatchLog?[] logs = [submitting, storing, .. outputs];
        await Task.Factory.StartNew(
            () => Run([.. logs.OfType<IWatchLog>()], cancellationToken), CancellationToken.None, TaskCreationOptions.LongRunning,
                TaskScheduler.Default);
        saved.IsPartial = storing is { IsRefused: true };
    }

    private void Run(IReadOnlyList<IWatchLog> logs, CancellationToken cancellationToken)
    {
        using var clocks = GuestCheck.OpenClocks(settings.UseStub);
        var machine = MachineInspector.ReadQuick();
        var source = new MachineSource(clocks.All, machine, context.Time, settings.Reference, context.Dialog.ReportProblem);
        var heap = new SmallHeap();
        using var publisher = settings.Publisher is { } hypervisor ? new WatchPublisher(hypervisor, context.Time) : null;
        var named = settings.Pseudonyms?.Apply(machine) ?? machine;
        var state = new WatchState(context.Tool, named, source.Now(), () => TimeServices.Read(machine));
        new WatchLoop(source, new WatchLog(Append), context.Time)
            .Run(state, settings.Every, settings.For, Sampled, cancellationToken);

        void Append(WatchLine line)
        {
            foreach (var log in logs)
            {
                log.Append(line);
            }
        }

        void Sampled(WatchState state)
        {
            foreach (var log in logs)
            {
                log.Sampled();
            }

            publisher?.Sampled(state);
            heap.Tidy();
        }
    }

    private string? Save(WatchLine line, WatchAlerts? alerts)
    {
        try
        {
            if (saved.SaveAsync(RunResult.From(line), CancellationToken.None).GetAwaiter().GetResult() is { Changes.Count: > 0 })
            {
                alerts?.Wake();
            }

            return null;
        }
        catch (UseCaseException ex)
        {
            return ex.Message;
        }
    }
}
