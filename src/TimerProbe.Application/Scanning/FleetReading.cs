namespace TimerProbe.Application.Scanning;

/// <summary>Reads every target and makes one document of them.</summary>
/// <param name="homes">What earlier scans knew of homes; null without a store.</param>
/// <param name="checks">The newest check that the store has of each guest; empty without a store.</param>
/// <param name="trend">Tells what earlier scans of the same vCenters saw; null for nothing.</param>
/// <param name="clock">The clocks of the store and of this machine; null without a store.</param>
internal sealed class FleetReading(
    ScanSettings settings,
    IHomeHistory? homes,
    IReadOnlyList<GuestResult> checks,
    Func<ScanDocument, CancellationToken, Task<ScanTrend?>> trend,
    StoreClock? clock,
    UseCaseContext context)
{
    // Of the time limit, what the inventories may take when statistics or logs follow: a vCenter that hangs leaves those of the others
    // their time.
    private const double InventoryShare = 0.9;

    private static readonly TimeSpan JudgingTimeout = TimeSpan.FromSeconds(8);

    public IReadOnlyList<(string Server, string Problem)> Failures { get; private set; } = [];

    /// <exception cref="UseCaseException">
    /// No target could be read, or the guests' results could not, or what was read was not judged in time.
    /// </exception>
    public async Task<ScanDocument> RunAsync(CancellationToken cancellationToken)
    {
        // What is read is bounded by the limit; what is made of it looks at no clock, and is left where it is.
        var work = Task.Run(ReadAsync, CancellationToken.None);
        try
        {
            return await work.WaitAsync(settings.TimeLimit + JudgingTimeout, context.Time, CancellationToken.None);
        }
        catch (TimeoutException) when (!work.IsCompleted)
        {
            throw new UseCaseException(
                ExitCode.NotPossible,
                $"what was read within the time limit of {DurationText.Format(settings.TimeLimit)} was not judged by then: scan fewer clusters at once");
        }

        async Task<ScanDocument> ReadAsync()
        {
            using var consent = new CertificateConsent(TrustedServers.OfThisUser(), context.Dialog);
            IReadOnlyList<VCenterScan> scans = [.. settings.Targets.Select(target => new VCenterScan(target, settings, consent, context))];
            try
            {
                return await MakeDocumentAsync(scans, cancellationToken);
            }
            finally
            {
                await Task.WhenAll(scans.Select(scan => scan.DisposeAsync().AsTask()));
            }
        }
    }

    private async Task<ScanDocument> MakeDocumentAsync(IReadOnlyList<VCenterScan> scans, CancellationToken cancellationToken)
    {
        var (startedAt, start) = (context.Time.GetUtcNow(), context.Time.GetTimestamp());
        using var limit = new CancellationTokenSource(settings.TimeLimit, context.Time);
        var guests = settings.Configuration.GuestResults is { } folder
            ? await GuestResultsReader.ReadAsync(folder, limit.Token, cancellationToken)
            : default;
        var (logs, logProblems) = settings.Configuration.VmLogs is { } logFolder
            ? await VmLogFiles.ReadFolderAsync(logFolder, limit.Token, cancellationToken)
            : ([], []);
        using var inventories = new CancellationTokenSource(TimeForInventories(start), context.Time);
        var (readings, leftOut) = await ReadTargetsAsync(scans, inventories.Token, cancellationToken);
        IReadOnlyList<VCenterFacts> vcenters = [.. readings.Select(new FleetPlacement(settings.Frequencies, homes).Place)];
        var joined = new GuestJoin(settings.Frequencies, settings.Configuration.PublishedMaxAge ?? GuestJoin.DefaultMaxAge).Join(
            vcenters, guests.Results ?? [], [.. readings.Select(reading => reading.Published)], checks, startedAt);
        vcenters = joined.VCenters;
        var results = guests.Results is null ? null : joined.Files.With(guests.Problems);
        ReportProblems(results, joined.Published);
        var logged = new LogEvidence(logs, vcenters, startedAt);
        vcenters = logged.Fill(vcenters, settings.Frequencies);
        if (logged.Unmatched is { } unmatched)
        {
            context.Dialog.ReportProblem(unmatched.ToString());
        }

        if (homes is not null)
        {
            var memory = new HomeMemory(settings.Frequencies, homes);
            var at = clock?.Order(startedAt) ?? startedAt;
            vcenters = [.. vcenters.Zip(readings, (vcenter, reading) => memory.Fill(vcenter, reading.EventsMissing, at))];
        }

        var steps = readings.SelectMany(reading => reading.Steps).ToList();
        if (settings.Statistics)
        {
            await ReadMoreAsync((scan, vcenter, reading) => scan.AddStatisticsAsync(vcenter, reading, limit.Token, cancellationToken));
        }

        if (settings.Configuration.ReadLogs)
        {
            await ReadMoreAsync((scan, vcenter, _) => scan.ReadLogsAsync(vcenter, limit.Token, cancellationToken));
        }

        await ReadMoreAsync((scan, vcenter, _) => scan.AddOtherClustersAsync(vcenter, limit.Token, cancellationToken));
        var document = new ScanDocument
        {
            Id = Guid.CreateVersion7(startedAt),
            Tool = context.Tool,
            StartedAt = startedAt,
            TolerancePpm = settings.Frequencies.Tolerance,
            Thresholds = settings.Configuration.Thresholds,
            Scope = settings.Configuration.Filters,
            VCenters = vcenters,
            GuestResults = results,
            Published = joined.Published,
            StoredChecks = joined.Stored,
            LeftOut = leftOut,
            Findings = [],
            Timing = new ScanTiming(0, steps.Sum(step => step.Requests), steps),
        };
        document = document.WithProblems(logProblems) with { Trend = await trend(document, cancellationToken) };
        document = clock is { } clocks ? document.WithStoreClock(clocks.Ahead) : document;
        foreach (var problem in document.Problems ?? [])
        {
            context.Dialog.ReportProblem(problem);
        }

        document = settings.Configuration.Muting.Apply(FleetFindings.Conclude(document), DateOnly.FromDateTime(startedAt.UtcDateTime));
        context.WarnExpiredMutes(document.Muting);
        document = settings.Pseudonyms is { } pseudonyms ? AnonymousDocuments.Anonymize(document, pseudonyms) : document;
        return document with { Timing = document.Timing with { TotalMs = context.ElapsedMs() } };

        // What is asked next depends on what is judged of all that was read before.
        async Task ReadMoreAsync(
            Func<VCenterScan, VCenterFacts, InventoryReading,
                Task<(VCenterFacts VCenter, IReadOnlyList<VmLog> Logs, IReadOnlyList<ScanStep> Steps)>> read)
        {
            vcenters = [.. vcenters.Select(vcenter =>
                ScalingJudge.Apply(vcenter, settings.Frequencies, settings.Configuration.Thresholds.SlowMachinesOfHost))];
            var more = await Task.WhenAll(vcenters.Zip(
                readings, (vcenter, reading) => read(scans.First(scan => scan.Server == reading.VCenter.Server), vcenter, reading)));
            vcenters = [.. more.Select(item => item.VCenter)];
            vcenters = new LogEvidence([.. more.SelectMany(item => item.Logs)], vcenters, startedAt).Fill(vcenters, settings.Frequencies);
            steps.AddRange(more.SelectMany(item => item.Steps));
        }
    }

    private bool HasMore => settings.Statistics || settings.Configuration.ReadLogs;

    private TimeSpan TimeForInventories(long start)
    {
        var left = (settings.TimeLimit * (HasMore ? InventoryShare : 1)) - context.Time.GetElapsedTime(start);
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    private void ReportProblems(GuestResultsFacts? files, PublishedResultsFacts? published)
    {
        foreach (var problem in files?.Problems ?? [])
        {
            context.Dialog.ReportProblem(problem);
        }

        foreach (var unmatched in settings.GuestResultsOfOthers ? [] : files?.Unmatched ?? [])
        {
            context.Dialog.ReportProblem($"the result of {unmatched.Machine} was not matched to a VM: {unmatched.Why}");
        }

        if (published is { Refused: [var first, ..] refused })
        {
            var more = refused.Count == 1 ? "" : $", and those of {Counted.Of(refused.Count - 1, Noun.Vm.With("more"))}";
            context.Dialog.ReportProblem($"the published result of {first.Machine} is not believed{more}: {first.Why}");
        }
    }

    private void ReportProblems(VCenterFacts vcenter)
    {
        var accepted = vcenter.KnownGaps?.Accepted.Select(gap => gap.Problem).ToHashSet() ?? [];
        foreach (var (_, problem) in vcenter.Problems.Index().Where(item => !accepted.Contains(item.Index)))
        {
            context.Dialog.ReportProblem(problem.Contains(vcenter.Server, StringComparison.Ordinal) ? problem : $"{vcenter.Server}: {problem}");
        }

        foreach (var gap in vcenter.KnownGaps?.Expired ?? [])
        {
            context.Dialog.ReportProblem(
                $"{vcenter.Server}: the known gap {gap.Subject} expired on {gap.Expires:yyyy-MM-dd} and is no longer accepted: renew it, or remove it from the configuration");
        }
    }

    private async Task<(IReadOnlyList<InventoryReading> Kept, IReadOnlyList<LeftOutServer>? LeftOut)> ReadTargetsAsync(
        IReadOnlyList<VCenterScan> scans, CancellationToken deadline, CancellationToken cancellationToken)
    {
        var readings = await Task.WhenAll(scans.Select(scan => scan.ReadAsync(deadline, cancellationToken)));
        cancellationToken.ThrowIfCancellationRequested();
        if (deadline.IsCancellationRequested)
        {
            context.Dialog.ReportProblem(
                $"the time limit of {DurationText.Format(settings.TimeLimit)} was reached{(HasMore ? ", but for a tenth kept for statistics and logs" : "")}: only what was read by then is reported");
        }

        var today = DateOnly.FromDateTime(context.Time.GetUtcNow().UtcDateTime);
        readings = [.. readings.Zip(settings.Targets, (reading, target) => reading with
        {
            VCenter = reading.VCenter.Accepting([.. target.VCenter.KnownGaps.Select(gap => gap.ToKnownGap())], today)
        })];
        foreach (var vcenter in readings.Select(reading => reading.VCenter))
        {
            ReportProblems(vcenter);
        }

        if (Array.TrueForAll(readings, reading => reading.VCenter.Status == ReadStatus.Failed))
        {
            Failures = [.. readings.Select(reading => (reading.VCenter.Server, string.Join("; ", reading.VCenter.Problems)))];
            throw new UseCaseException(
                ExitCode.NoTarget, readings.Length == 1 ? "nothing could be read" : "none of the servers could be read");
        }

        return LeaveOutDuplicates(readings);
    }

    private (IReadOnlyList<InventoryReading> Kept, IReadOnlyList<LeftOutServer>? LeftOut) LeaveOutDuplicates(
        IReadOnlyList<InventoryReading> readings)
    {
        var kept = new List<InventoryReading>();
        var left = new List<LeftOutServer>();
        foreach (var reading in readings)
        {
            if (reading.VCenter.InstanceUuid is { } id && kept.Find(item => item.VCenter.InstanceUuid == id) is { } same)
            {
                context.Dialog.ReportProblem($"{reading.VCenter.Server} is the same vCenter as {same.VCenter.Server}: it is left out");
                left.Add(new LeftOutServer(reading.VCenter.Server, same.VCenter.Server));
                continue;
            }

            kept.Add(reading);
        }

        return (kept, left.Count == 0 ? null : left);
    }
}
