namespace TimerProbe.Server.Schedule;

/// <summary>Gives the scheduler a job for each vCenter and one for the report by mail, and takes away those of others.</summary>
internal sealed class ScanSchedule(ServerContext context, ScanScheduler made, StoreTime time) : IDisposable
{
    public const string Default = "15m";

    private const string Group = "vcenters";

    private const string OnceGroup = "once";

    private static readonly TimeSpan Tolerance = TimeSpan.FromMinutes(1);

    private static readonly TimeSpan MaxDelay = TimeSpan.FromMinutes(5);

    private static readonly JobKey Digest = new("digest", "reports");

    private readonly SemaphoreSlim _gate = new(1);
    private Dictionary<TriggerKey, DateTimeOffset> _late = [];

    public TimeProvider Time => time;

    public static string Of(VCenterSettings vcenter, FileConfiguration configuration) =>
        vcenter.Schedule ?? configuration.Server?.Schedule ?? Default;

    /// <summary>Brings the jobs to the configuration as it is now; those whose schedule is the same are left alone.</summary>
    /// <exception cref="SchedulerException">The scheduler refuses, as when the store is away.</exception>
    public async Task ApplyAsync(CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken);
        try
        {
            var scheduler = await made.GetAsync(cancellationToken);
            var configuration = context.Configuration;
            var wanted = configuration.VCenters.ToDictionary(
                vcenter => vcenter.Server.ToString(), vcenter => Of(vcenter, configuration));
            var jobs = await scheduler.GetJobKeys(GroupMatcher<JobKey>.GroupEquals(Group), cancellationToken);
            foreach (var job in jobs.Where(job => !wanted.ContainsKey(job.Name)).ToList())
            {
                await scheduler.DeleteJob(job, cancellationToken);
            }

            var scans = await context.Store.Scans.ListAsync(cancellationToken);
            await context.Store.Scans.ForgetAsync(
                scans.Select(scan => scan.Server).Where(server => !wanted.ContainsKey(server)), cancellationToken);
            var last = scans
                .Where(scan => scan.Outcome?.Result != ScanOutcome.GivenUp)
                .ToDictionary(scan => scan.Server, scan => scan.StartedAt);
            foreach (var (server, text) in wanted)
            {
                await ApplyAsync<ScanJob>(
                    scheduler,
                    new JobKey(server, Group),
                    text,
                    trigger => !last.TryGetValue(server, out var at) || trigger.GetFireTimeAfter(at) <= time.GetUtcNow(),
                    cancellationToken);
            }

            // A report that was missed while no node was there is left out: what changed is in the next.
            await (configuration.Alerts?.Mail?.Digest is { } digest
                ? ApplyAsync<DigestMaker>(scheduler, Digest, digest.Schedule, _ => false, cancellationToken)
                : scheduler.DeleteJob(Digest, cancellationToken).AsTask());
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>
    /// Sets anew what would be done later than its schedule has it, because a clock was set back. The names of the jobs that were
    /// due long before this review and the one before, and that nothing has begun.
    /// </summary>
    /// <exception cref="SchedulerException">The scheduler refuses, as when the store is away.</exception>
    public async Task<IReadOnlyList<string>> ReviewAsync(CancellationToken cancellationToken)
    {
        var scheduler = await made.GetAsync(cancellationToken);
        var now = time.GetUtcNow();
        var late = new Dictionary<TriggerKey, DateTimeOffset>();
        foreach (var key in await scheduler.GetTriggerKeys(GroupMatcher<TriggerKey>.AnyGroup(), cancellationToken))
        {
            if (await scheduler.GetTrigger(key, cancellationToken) is not { NextFireTimeUtc: { } next } trigger)
            {
                continue;
            }

            var anew = trigger.Description is { } text ? Trigger(trigger.JobKey, text, now, time)
                : key.Group == OnceGroup ? Once(trigger.JobKey, now)
                : null;
            if (anew is not null && next > (anew.GetFireTimeAfter(now + Tolerance) ?? now + Tolerance))
            {
                await scheduler.RescheduleJob(key, anew, cancellationToken);
            }
            else if (now - next > MaxDelay && await scheduler.GetTriggerState(key, cancellationToken) is not TriggerState.Blocked)
            {
                late[key] = next;
            }
        }

        string[] stalled = [.. late.Where(item => _late.TryGetValue(item.Key, out var before) && before == item.Value)
            .Select(item => item.Key.Name)];
        _late = late;
        return stalled;
    }

    /// <summary>When each vCenter is scanned next; null for never.</summary>
    public async Task<IReadOnlyDictionary<string, DateTimeOffset?>> ReadNextAsync(CancellationToken cancellationToken)
    {
        var scheduler = await made.GetAsync(cancellationToken);
        var next = new Dictionary<string, DateTimeOffset?>();
        foreach (var vcenter in context.Configuration.VCenters.Select(vcenter => vcenter.Server.ToString()))
        {
            next[vcenter] = (await scheduler.GetTrigger(new TriggerKey(vcenter, Group), cancellationToken))?.NextFireTimeUtc;
        }

        return next;
    }

    /// <summary>Begins a scan of a vCenter out of its turn, at whichever node takes it.</summary>
    /// <exception cref="SchedulerException">The scheduler refuses: the store is away, or the vCenter has no job yet.</exception>
    public async Task<bool> BeginAsync(string vcenter, CancellationToken cancellationToken)
    {
        var scheduler = await made.GetAsync(cancellationToken);
        if (await scheduler.GetTriggerState(new TriggerKey(vcenter, Group), cancellationToken) == TriggerState.Blocked)
        {
            return false;
        }

        try
        {
            await scheduler.ScheduleJob(Once(new JobKey(vcenter, Group), time.GetUtcNow()), cancellationToken: cancellationToken);
            return true;
        }
        catch (ObjectAlreadyExistsException)
        {
            return false;
        }
    }

    /// <summary>Begins a scan of a vCenter out of its turn for who asks for it, and notes in the audit trail who did.</summary>
    /// <returns>What answers where none begins; null where one does.</returns>
    public async Task<IResult?> BeginAsync(string vcenter, HttpContext http, AuditTrail audit)
    {
        if (context.Configuration.VCenters.All(center => center.Server.ToString() != vcenter))
        {
            return Results.Problem("This server scans no vCenter of this name.", statusCode: StatusCodes.Status404NotFound);
        }

        try
        {
            // It cannot be cancelled: what is begun is in the trail.
            if (!await BeginAsync(vcenter, CancellationToken.None))
            {
                return Results.Problem($"A scan of {vcenter} is already running.", statusCode: StatusCodes.Status409Conflict);
            }
        }
        catch (SchedulerException)
        {
            return Results.Problem(ServerContext.StoreUnavailable, statusCode: StatusCodes.Status503ServiceUnavailable);
        }

        await audit.RecordAsync(http, AuditTrail.ScanBegun, vcenter);
        return null;
    }

    public void Dispose() => _gate.Dispose();

    private async Task ApplyAsync<TJob>(
        IScheduler scheduler, JobKey key, string text, Func<ITrigger, bool> isDue, CancellationToken cancellationToken)
        where TJob : IJob
    {
        if ((await scheduler.GetTrigger(new TriggerKey(key.Name, key.Group), cancellationToken))?.Description == text)
        {
            return;
        }

        try
        {
            var now = time.GetUtcNow();
            var trigger = Trigger(key, text, now, time);
            var job = JobBuilder.Create<TJob>().WithIdentity(key).RequestRecovery().Build();
            await scheduler.ScheduleJob(
                job, isDue(trigger) ? [trigger, Once(key, now)] : [trigger], ScheduleJobOptions.Replacing, cancellationToken);
        }
        catch (Exception ex) when (ex is FormatException or ArgumentException or SchedulerException { InnerException: null })
        {
            context.Log.Say(LogLevel.Warning, key.Name, $"it is not done: its schedule \"{text}\" is not one: {ex.Message}");
        }
    }

    /// <summary>When a job is done. What was missed is done once, and the schedule continues.</summary>
    /// <exception cref="FormatException">The scheduler does not take it.</exception>
    internal static ITrigger Trigger(JobKey job, string text, DateTimeOffset now, TimeProvider? time = null)
    {
        if (!ScheduleText.TryParse(text, out var schedule, out var wrong))
        {
            throw new FormatException(wrong);
        }

        var trigger = TriggerBuilder.Create(time).ForJob(job).WithIdentity(job.Name, job.Group).WithDescription(text);
        if (schedule.Interval is { } interval)
        {
            var every = CalendarIntervalScheduleBuilder.Create()
                .WithInterval((int)interval.TotalSeconds, IntervalUnit.Second)
                .WithMisfireInstruction(CalendarIntervalTriggerMisfireInstruction.FireAndProceed);
            return trigger.StartAt(Next(job.Name, interval, now)).WithSchedule(every).Build();
        }

        var cron = CronScheduleBuilder.Create(schedule.Cron!)
            .InTimeZone(TimeZoneInfo.Utc)
            .WithMisfireInstruction(CronTriggerMisfireInstruction.FireAndProceed);
        return trigger.StartAt(now).WithSchedule(cron).Build();
    }

    private ITrigger Once(JobKey job, DateTimeOffset now) =>
        TriggerBuilder.Create(time)
            .ForJob(job)
            .WithIdentity(job.Name, OnceGroup)
            .StartAt(now)
            .WithSchedule(SimpleScheduleBuilder.Create())
            .Build();

    internal static DateTimeOffset Next(string server, TimeSpan interval, DateTimeOffset now)
    {
        var seconds = (long)interval.TotalSeconds;
        var place = (long)(BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(server))) % (ulong)seconds);
        var past = now.ToUnixTimeSeconds() - place;
        return DateTimeOffset.FromUnixTimeSeconds((((past / seconds) + 1) * seconds) + place);
    }
}
