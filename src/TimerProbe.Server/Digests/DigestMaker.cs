namespace TimerProbe.Server.Digests;

/// <summary>Makes the report by mail and saves it beside the alerts to send; the store keeps one for each time it was due.</summary>
[DisallowConcurrentExecution]
internal sealed class DigestMaker(ServerContext context, LatestFleet latest, FleetHistoryView past) : IJob
{
    /// <summary>Of the whole report, in bytes: mail servers often take 10 MB, and an attachment grows by a third.</summary>
    private const int MaxBytes = 5_000_000;
    private static readonly TimeSpan First = TimeSpan.FromDays(7);

    public IReadOnlyList<IAlertChannel> GetChannels(FileConfiguration configuration)
    {
        if (configuration.Alerts?.Mail is not { Digest: { } digest } mail)
        {
            return [];
        }

        var route = AlertChannels.GetRoute(mail, digest.To.Count > 0 ? digest.To : mail.To);
        return [new MailReportChannel(route, WriteWholeAsync)];
    }

    public async ValueTask Execute(IJobExecutionContext firing, CancellationToken cancellationToken = default)
    {
        try
        {
            await MakeAsync(DueAt(firing), cancellationToken);
        }
        catch (StoreException ex)
        {
            context.Log.Say(
                LogLevel.Warning,
                "report",
                $"the report that is mailed is left out this time: {ex.Message} What changed stands in the next");
        }
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
        var now = (await context.Store.ReadClockAsync(cancellationToken)).Store;
        // One that is dated ahead was begun as the clock was set back: it stands for none that is due until then.
        if (before?.DueAt >= dueAt && before.DueAt <= now + ClockSkew.Tolerance)
        {
            return;
        }

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
            Scans = digest.Detail == DigestSettings.WholeReport
                ? fleet.Scans.ToDictionary(scan => scan.Server, scan => scan.Document.Id)
                : new Dictionary<string, Guid>(),
            Link = configuration.Server?.PublicAddress,
        };
        var alert = new NewAlert(
            AlertMaking.CreateReportId(dueAt), MailReport.Digest, MailReport.Digest, DigestContent.GetSubject(fleet), report.Write());
        await context.Store.Alerts.AddAsync([alert], cancellationToken);
        context.WakeAlertSender();
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

    private static DateTimeOffset DueAt(IJobExecutionContext firing) =>
        firing.Recovering
            && long.TryParse(
                firing.MergedJobDataMap.GetString(SchedulerConstants.FailedJobOriginalTriggerScheduledFireTime),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var at)
            ? DateTimeOffset.FromUnixTimeMilliseconds(at)
            : firing.ScheduledFireTimeUtc ?? firing.FireTimeUtc;

    /// <summary>The whole report as a page, made of the saved scans; or why there is none.</summary>
    private async Task<(string? Says, byte[]? Page)> WriteWholeAsync(MailReport report, CancellationToken cancellationToken)
    {
        if (report.Scans.Count == 0)
        {
            return default;
        }

        if (await MergedAsync(report, cancellationToken) is not { } document)
        {
            return ("The full report is not attached: its scans are no longer in the store.", null);
        }

        using var page = new MemoryStream();
        await using (var text = new StreamWriter(page, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true))
        {
            ScanHtml.Write(document, text);
        }

        return page.Length <= MaxBytes
            ? ("The full report is attached.", page.ToArray())
            : ($"The full report is not attached: it has {Megabytes(page.Length)}, and {Megabytes(MaxBytes)} is the most for a mail.", null);
    }

    private static string Megabytes(long bytes) => $"{bytes / 1e6:0.#} MB";

    /// <summary>The scans as one, with the checks that guests saved since; null where a scan is gone.</summary>
    private async Task<ScanDocument?> MergedAsync(MailReport report, CancellationToken cancellationToken)
    {
        var now = (await context.Store.ReadClockAsync(cancellationToken)).Store;
        // By its name alone a guest may be one of another vCenter.
        List<GuestResult> checks =
        [
            .. (await context.Store.History.ReadChecksAsync(0, now, cancellationToken)).Select(check => check.Result)
                .Where(result => GuestUuid.Normal(result.SmbiosUuid) is not null)
        ];
        var parts = new List<ScanDocument>();
        foreach (var scans in report.Scans.GroupBy(scan => scan.Value, scan => scan.Key))
        {
            if (await ReadAsync(scans.Key, cancellationToken) is not { } document)
            {
                return null;
            }

            document = FleetFindings.Join(document, checks, context.Configuration.Muting, now);
            parts.AddRange(
                from server in scans
                from vcenter in document.VCenters
                where string.Equals(vcenter.Server, server, StringComparison.OrdinalIgnoreCase)
                select SavedScan.GetPart(document, vcenter));
        }

        return parts switch
        {
            [] => null,
            [var only] => only,
            _ => SavedScan.Merge(parts) with
            {
                Findings =
                [
                    .. parts.SelectMany(part => part.Findings)
                        .OrderByDescending(finding => finding.Severity)
                        .ThenBy(finding => finding.Rule, StringComparer.Ordinal)
                ],
            },
        };
    }

    private async Task<ScanDocument?> ReadAsync(Guid id, CancellationToken cancellationToken)
    {
        try
        {
            return await context.Store.Runs.ReadDocumentAsync(id, cancellationToken) is { } bytes
                ? DocumentJson.Read<ScanDocument>(bytes) : null;
        }
        catch (Exception ex) when (ex is JsonException or StoreException { Kind: StoreErrorKind.Corrupt })
        {
            return null;
        }
    }
}
