using System.Globalization;
using System.Text;
using System.Text.Json;

namespace TimerProbe.Server.Digests;

/// <summary>Makes the report by mail, and saves it beside the alerts that are to be sent.</summary>
internal sealed class DigestMaker(ServerContext context, LatestFleet latest, FleetHistoryView past) : IDigest
{
    /// <summary>How far back the first report looks.</summary>
    private static readonly TimeSpan First = TimeSpan.FromDays(7);

    public Action Made { get; set; } = static () => { };

    public IReadOnlyList<IAlertChannel> ChannelsOf(FileConfiguration configuration)
    {
        if (configuration.Alerts?.Mail is not { Digest: { } digest } mail)
        {
            return [];
        }

        var route = AlertChannels.RouteOf(mail, digest.To.Count > 0 ? digest.To : mail.To);
        return [new MailReportChannel(route, new WholeReport(context).OfAsync)];
    }

    public async Task MakeAsync(DateTimeOffset dueAt, CancellationToken cancel)
    {
        var configuration = context.Configuration;
        if (configuration.Alerts?.Mail?.Digest is not { } digest)
        {
            return;
        }

        var fleet = await latest.WaitAsync(0, cancel);
        var before = await context.Store.Alerts.LastAsync(MailReport.Digest, cancel) is { } payload ? Earlier(payload) : null;
        if (before?.DueAt >= dueAt)
        {
            return;
        }

        var now = (await context.Store.ReadClockAsync(cancel)).Store;
        var last = await context.Store.History.LastChangeAsync(cancel);
        var since = before?.At ?? now - First;
        var changes = await past.ChangesAsync(before?.LastChange ?? 0, last, before is null ? since : DateTimeOffset.UnixEpoch, cancel);
        if (changes.Changes.Count == 0 && fleet.Targets.All(target => target.Failures == 0) && !digest.WhenUnchanged)
        {
            return;
        }

        var report = new MailReport
        {
            Title = DigestContent.TitleOf(fleet, now),
            DueAt = dueAt,
            At = now,
            LastChange = last,
            Sections = DigestContent.Create(fleet, changes, since),
            Scans = digest.Detail == "report"
                ? [.. fleet.Scans.Select(scan => new MailedScan(scan.Server, scan.Document.Id))]
                : [],
            Link = configuration.Server?.PublicAddress,
        };
        var id = AlertId.OfReport(dueAt);
        var alert = new NewAlert(id, MailReport.Digest, MailReport.Digest, DigestContent.SubjectOf(fleet), report.Write());
        await context.Store.Alerts.AddAsync([alert], cancel);
        Made();
    }

    /// <summary>Null for one that cannot be read: the next looks back as the first did.</summary>
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

/// <summary>The first screen of a report: the summary, what changed, the machines that matter most, and what is not known.</summary>
internal static class DigestContent
{
    private const int MostChanges = 20;
    private const int MostReasons = 5;

    /// <summary>These have a line each; other changes are counted.</summary>
    private static readonly HashSet<string> MainKinds = new(StringComparer.Ordinal)
    {
        "wentAway", "foundAway", "cameHome", "verdictChanged", "hostFrequencyChanged"
    };

    public static string TitleOf(FleetView fleet, DateTimeOffset at) =>
        $"report of {at.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}: {fleet.Report.Summary.Brief}";

    public static string SubjectOf(FleetView fleet) => Counted.Of(fleet.Scans.Count, "vCenter");

    public static IReadOnlyList<MailSection> Create(FleetView fleet, HistoryDocument changes, DateTimeOffset since) =>
    [
        new("Summary", [.. Summary(fleet)], []),
        Changed(changes, since),
        Machines(fleet),
        Unknown(fleet),
    ];

    private static IEnumerable<string> Summary(FleetView fleet) =>
    [
        fleet.Report.Lead,
        .. fleet.Report.FixSummary.More.Length > 0 ? [fleet.Report.FixSummary.More] : Array.Empty<string>(),
        .. fleet.Report.Lines.Select(line => $"{line.What}: {line.Says}."),
        .. fleet.Report.Counts.Total > 0
            ? [$"{fleet.Report.Summary.Headline}.", $"{Counted.Of(fleet.Report.Counts.Total, "VM")}: {fleet.Report.Summary.Numbers}."]
            : Array.Empty<string>(),
        .. fleet.Targets.Where(target => target.Failures > 0)
            .Select(target =>
                $"Not read: {target.Server} {FleetView.NotRead(target, at => $"{Times.Minute(at)} UTC")}{(target.Problem is { } problem ? $" {problem}" : "")}"),
        .. fleet.Scans.Where(scan => scan.Problems.Count > 0)
            .Select(scan => $"Partial: {scan.Server} was read in part. What is missing: {string.Join("; ", scan.Problems)}"),
    ];

    private static MailSection Changed(HistoryDocument changes, DateTimeOffset since)
    {
        var reported = HistoryEntry.From(changes with { Changes = [.. changes.Changes.Where(change => MainKinds.Contains(change.Kind))] });
        var others = HistoryEntry.From(changes with { Changes = [.. changes.Changes.Where(change => !MainKinds.Contains(change.Kind))] })
            .GroupBy(row => row.What, StringComparer.Ordinal)
            .OrderByDescending(same => same.Count())
            .ThenBy(same => same.Key, StringComparer.Ordinal)
            .Select(same => $"{Counted.Number(same.Count())} {same.Key}");
        return new MailSection(
            $"Changed since {Times.Minute(since)} UTC",
            [
                .. changes.Changes.Count == 0 ? ["Nothing."] : Array.Empty<string>(),
                .. reported.Count > MostChanges ? [$"The last {MostChanges} of {Counted.Number(reported.Count)}:"] : Array.Empty<string>(),
                .. string.Join(", ", others) is { Length: > 0 } counted ? [$"Besides: {counted}."] : Array.Empty<string>(),
            ],
            reported.Count == 0
                ? []
                : [
                    ["Time (UTC)", "What", "Detail"],
                    .. reported.TakeLast(MostChanges).Select(row => (string[])[$"{row.When} {Times.Minute(row.At)}", row.What, row.Detail])
                ]);
    }

    private static MailSection Machines(FleetView fleet)
    {
        var first = fleet.ThatMatter;
        return new MailSection(
            "VMs that matter most",
            first.Count == 0 ? ["None."] : [],
            Filled(
            [
                ["VM", "vCenter", "Cluster", "Where", "Difference", "Host", "Away since (UTC)", "Measured"],
                .. first.Select(machine => Row(machine, fleet.Scans.Count > 1))
            ]));
    }

    /// <summary>Without the columns that are empty.</summary>
    private static IReadOnlyList<IReadOnlyList<string>> Filled(IReadOnlyList<string[]> table)
    {
        int[] columns = [.. Enumerable.Range(0, table[0].Length).Where(column => table.Skip(1).Any(row => row[column].Length > 0))];
        return columns.Length == 0 ? [] : [.. table.Select(row => (string[])[.. columns.Select(column => row[column])])];
    }

    private static string[] Row(MachineRow machine, bool ofSeveral) =>
    [
        machine.Facts.Name,
        ofSeveral ? machine.Server : "",
        machine.Facts.Cluster ?? "",
        machine.Where,
        machine.Facts.DifferencePpm?.ToString() ?? "",
        machine.Facts.Host ?? "",
        machine.AwaySince is { } since ? Times.Minute(since) : "",
        machine.Measured,
    ];

    private static MailSection Unknown(FleetView fleet)
    {
        var reasons = fleet.Report.Machines.Where(machine => machine.Facts.Placement == Placement.Unknown)
            .GroupBy(machine => machine.Facts.UnknownReason ?? "", StringComparer.Ordinal)
            .OrderByDescending(same => same.Count())
            .ToList();
        var guests = fleet.UnknownGuests.Count;
        return new MailSection(
            "Not known",
            [
                .. reasons.Count == 0
                    ? ["Where every running VM was powered on is known."]
                    : reasons.Take(MostReasons).Select(same => $"{Counted.Of(same.Count(), "VM")}: {same.Key}"),
                .. reasons.Count > MostReasons
                    ? [$"{Counted.Of(reasons.Skip(MostReasons).Sum(same => same.Count()), "VM")} for other reasons."]
                    : Array.Empty<string>(),
                .. guests > 0
                    ? [$"{Counted.Of(guests, "guest")} that no scan knows submitted or saved a check: not in the numbers here."]
                    : Array.Empty<string>(),
            ],
            []);
    }
}

/// <summary>The whole report as a page, made of the saved scans.</summary>
internal sealed class WholeReport(ServerContext context)
{
    /// <summary>Mail servers often take 10 MB, and an attachment grows by a third.</summary>
    private const int MostBytes = 5_000_000;

    /// <summary>Null where none was asked for.</summary>
    public async Task<AttachedReport?> OfAsync(MailReport report, CancellationToken cancel)
    {
        if (report.Scans.Count == 0)
        {
            return null;
        }

        if (await MergedAsync(report, cancel) is not { } document)
        {
            return new AttachedReport("The full report is not attached: its scans are no longer in the store.");
        }

        using var page = new MemoryStream();
        await using (var text = new StreamWriter(page, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true))
        {
            ScanHtml.Write(document, text);
        }

        return page.Length <= MostBytes
            ? new AttachedReport("The full report is attached.", page.ToArray())
            : new AttachedReport(
                $"The full report is not attached: it has {Megabytes(page.Length)}, and {Megabytes(MostBytes)} is the most for a mail.");
    }

    private static string Megabytes(long bytes) => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1e6:0.#} MB");

    /// <summary>The scans as one, with the checks that guests saved since; null where a scan is gone.</summary>
    private async Task<ScanDocument?> MergedAsync(MailReport report, CancellationToken cancel)
    {
        var now = (await context.Store.ReadClockAsync(cancel)).Store;
        // By its name alone a guest may be one of another vCenter.
        List<GuestResult> checks =
        [
            .. (await context.Store.History.ReadChecksAsync(0, now, cancel)).Select(check => check.Result)
                .Where(result => GuestUuid.Normal(result.SmbiosUuid) is not null)
        ];
        var parts = new List<ScanDocument>();
        foreach (var scans in report.Scans.GroupBy(scan => scan.DocumentId))
        {
            if (await ReadAsync(scans.Key, cancel) is not { } document)
            {
                return null;
            }

            document = SavedChecks.Join(document, checks, context.Configuration.Muting, now);
            parts.AddRange(
                from scan in scans
                from vcenter in document.VCenters
                where string.Equals(vcenter.Server, scan.Server, StringComparison.OrdinalIgnoreCase)
                select SavedScan.PartOf(document, vcenter));
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

    private async Task<ScanDocument?> ReadAsync(Guid id, CancellationToken cancel)
    {
        try
        {
            return await context.Store.Runs.ReadDocumentAsync(id, cancel) is { } bytes ? DocumentJson.Read<ScanDocument>(bytes) : null;
        }
        catch (Exception unreadable) when (unreadable is JsonException or StoreException { Kind: StoreErrorKind.Corrupt })
        {
            return null;
        }
    }
}
