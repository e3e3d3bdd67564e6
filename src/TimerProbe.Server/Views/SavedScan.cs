namespace TimerProbe.Server.Views;

/// <summary>The latest saved scan of a vCenter, without the parts that no page shows.</summary>
internal sealed record SavedScan(ScanReport Report, KnownGuests Guests)
{
    public ScanDocument Document => Report.Document;

    public VCenterFacts VCenter => Document.VCenters[0];

    public string Server => VCenter.Server;

    public DateTimeOffset ReadAt => Document.StartedAt;

    public IReadOnlyList<string> Problems =>
        [.. Report.Missing.Where(part => part is { VCenter: not null, IsAccepted: false }).Select(part => part.Says)];

    public IEnumerable<string> NotUsed => Report.Missing.Where(part => part.VCenter is null).Select(part => part.Says);

    /// <summary>The scan of a vCenter of a document; null when it is not in it, or could not be read.</summary>
    public static SavedScan? From(ScanDocument document, string server, PartInterning known)
    {
        var vcenter = document.VCenters.FirstOrDefault(center =>
            center.Status != ReadStatus.Failed && string.Equals(center.Server, server, StringComparison.OrdinalIgnoreCase));
        if (vcenter is null)
        {
            return null;
        }

        var part = GetPart(document, vcenter);
        return new SavedScan(
            new ScanReport(part with
            {
                VCenters = [known.Share(vcenter)],
                Findings = [.. part.Findings.Select(finding => SharedFinding.From(finding, known))],
                GuestResults = part.GuestResults is { } results ? results with { Unmatched = [] } : null,
                Published = null,
                Muting = null,
                Timing = part.Timing with { Steps = [] },
            }),
            new KnownGuests(vcenter.VirtualMachines));
    }

    public SavedScan With(string problem) => this with
    {
        Report = new ScanReport(
            Document with { VCenters = [VCenter with { Problems = [.. VCenter.Problems.Union([problem])] }] }),
    };

    internal static ScanDocument GetPart(ScanDocument document, VCenterFacts vcenter) =>
        document with { VCenters = [vcenter], Findings = FindFindings(document, vcenter) };

    internal static ScanDocument Merge(IReadOnlyList<ScanDocument> parts, params IEnumerable<string> unread) =>
        (parts.Count > 0 ? parts[0] : Empty) with
        {
            VCenters =
            [
                .. parts.SelectMany(part => part.VCenters),
                .. unread.Select(server => new VCenterFacts { Server = server, Status = ReadStatus.Failed }),
            ],
            Findings = [.. parts.SelectMany(part => part.Findings)],
            GuestResults = null,
            Published = null,
            StoredChecks = null,
            Muting = null,
            Trend = null,
            LeftOut = null,
            Problems = null,
            ProblemDetails = null,
        };

    private static ScanDocument Empty { get; } = new()
    {
        Id = Guid.Empty,
        Tool = ServerContext.Tool,
        StartedAt = default,
        TolerancePpm = Core.Placement.FrequencyRules.DefaultTolerance,
        VCenters = [],
        Findings = [],
        Timing = new ScanTiming(0, 0, []),
    };

    private static IReadOnlyList<Finding> FindFindings(ScanDocument document, VCenterFacts vcenter) =>
    [
        .. from finding in document.Findings
           let subject = finding.Subject
           where subject.Server is { } server ? server == vcenter.Server
               : subject.Kind == SubjectKind.Vcenter ? subject.Name == vcenter.Server
               : vcenter == document.VCenters[0]
           select subject.Server is null ? finding with { Subject = subject with { Server = vcenter.Server } } : finding,
    ];
}
