namespace TimerProbe.Server.Digests;

/// <summary>The whole report as a page, made of the saved scans.</summary>
internal sealed class WholeReport(ServerContext context)
{
    /// <summary>Mail servers often take 10 MB, and an attachment grows by a third.</summary>
    private const int MaxBytes = 5_000_000;

    public async Task<(string? Says, byte[]? Page)> OfAsync(MailReport report, CancellationToken cancellationToken)
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
