namespace TimerProbe.Server.Digests;

/// <summary>Makes the report by mail, and saves it beside the alerts that are to be sent.</summary>
internal sealed class DigestMaker(ServerContext context, LatestFleet latest, FleetHistoryView past)
{
    private static readonly TimeSpan First = TimeSpan.FromDays(7);

    public Action Made { get; set; } = static () => { };

    public IReadOnlyList<IAlertChannel> GetChannels(FileConfiguration configuration)
    {
        if (configuration.Alerts?.Mail is not { Digest: { } digest } mail)
        {
            return [];
        }

        var route = AlertChannels.GetRoute(mail, digest.To.Count > 0 ? digest.To : mail.To);
        return [new MailReportChannel(route, new WholeReport(context).OfAsync)];
    }

    /// <summary>Makes the report that was due at a time, unless there is one already or nothing to report.</summary>
    public async Task MakeAsync(DateTimeOffset dueAt, CancellationToken cancellationToken)
    {
        var configuration = context.Configuration;
        if (configuration.Alerts?.Mail?.Digest is not { } digest)
        {
            return;
        }

        var fleet = await latest.WaitAsync(0, cancellationToken);
        var before = await context.Store.Alerts.LastAsync(MailReport.Digest, cancellationToken) is { } payload ? Earlier(payload) : null;
        if (before?.DueAt >= dueAt)
        {
            return;
        }

        var now = (await context.Store.ReadClockAsync(cancellationToken)).Store;
        var last = await context.Store.History.LastChangeAsync(cancellationToken);
        var since = before?.At ?? now - First;
        var changes = await past.ChangesAsync(
            before?.LastChange ?? 0, last, before is null ? since : DateTimeOffset.UnixEpoch, cancellationToken);
        if (changes.Changes.Count == 0 && fleet.Targets.All(target => target.Failures == 0) && !digest.WhenUnchanged)
        {
            return;
        }

        var report = new MailReport
        {
            Title = DigestContent.GetTitle(fleet, now),
            DueAt = dueAt,
            At = now,
            LastChange = last,
            Sections = DigestContent.Create(fleet, changes, since),
            Scans = digest.Detail == "report"
                ? fleet.Scans.ToDictionary(scan => scan.Server, scan => scan.Document.Id)
                : new Dictionary<string, Guid>(),
            Link = configuration.Server?.PublicAddress,
        };
        var alert = new NewAlert(
            AlertMaking.CreateReportId(dueAt), MailReport.Digest, MailReport.Digest, DigestContent.GetSubject(fleet), report.Write());
        await context.Store.Alerts.AddAsync([alert], cancellationToken);
        Made();
    }

    private static MailReport? Earlier(string payload)
    {
        try
        {
            return MailReport.Read(payload);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>
/// Makes the report by mail. The scheduler chooses the node, and the store keeps one report of each time it was due.
/// </summary>
[DisallowConcurrentExecution]
internal sealed class DigestJob(ServerContext context, DigestMaker digest) : IJob
{
    public async ValueTask Execute(IJobExecutionContext firing, CancellationToken cancellationToken = default)
    {
        try
        {
            await digest.MakeAsync(DueAt(firing), cancellationToken);
        }
        catch (StoreException ex)
        {
            context.Log.Say(
                LogLevel.Warning,
                "report",
                $"the report that is mailed is left out this time: {ex.Message} What changed stands in the next");
        }
    }

    private static DateTimeOffset DueAt(IJobExecutionContext firing) =>
        firing.Recovering
            && long.TryParse(
                firing.MergedJobDataMap.GetString(SchedulerConstants.FailedJobOriginalTriggerScheduledFireTime),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var at)
            ? DateTimeOffset.FromUnixTimeMilliseconds(at)
            : firing.ScheduledFireTimeUtc ?? firing.FireTimeUtc;
}
