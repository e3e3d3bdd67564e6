namespace TimerProbe.Server.Views;

/// <summary>The latest saved scan of a vCenter, without the parts that no page shows.</summary>
/// <param name="Report">The scan, as one of this vCenter alone.</param>
/// <param name="Guests">The guests of its machines.</param>
internal sealed record SavedScan(ScanReport Report, KnownGuests Guests)
{
    public ScanDocument Document => Report.Document;

    public VCenterFacts VCenter => Document.VCenters[0];

    /// <summary>The name it is asked by.</summary>
    public string Server => VCenter.Server;

    public DateTimeOffset ReadAt => Document.StartedAt;

    /// <summary>What could not be read of it and is no known gap, in sentences.</summary>
    public IReadOnlyList<string> Problems =>
        [.. Report.Missing.Where(part => part is { VCenter: not null, IsAccepted: false }).Select(part => part.Says)];

    /// <summary>What else of the whole scan could not be used, such as a file of a guest's result, in sentences.</summary>
    public IEnumerable<string> NotUsed => Report.Missing.Where(part => part.VCenter is null).Select(part => part.Says);

    /// <summary>The scan of a vCenter of a document; null when it is not in it, or could not be read.</summary>
    /// <param name="document">The document.</param>
    /// <param name="server">The vCenter.</param>
    /// <param name="known">What its parts may share with others.</param>
    public static SavedScan? From(ScanDocument document, string server, PartInterning known)
    {
        var vcenter = document.VCenters.FirstOrDefault(each =>
            each.Status != ReadStatus.Failed && string.Equals(each.Server, server, StringComparison.OrdinalIgnoreCase));
        if (vcenter is null)
        {
            return null;
        }

        var part = PartOf(document, vcenter);
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

    /// <summary>The same with a further problem.</summary>
    public SavedScan With(string problem) => this with
    {
        Report = new ScanReport(
            Document with { VCenters = [VCenter with { Problems = [.. VCenter.Problems.Union([problem])] }] }),
    };

    /// <summary>The document as a scan of one of its vCenters.</summary>
    internal static ScanDocument PartOf(ScanDocument document, VCenterFacts vcenter) =>
        document with { VCenters = [vcenter], Findings = FindingsOf(document, vcenter) };

    /// <summary>Scans of single vCenters as one; what is about one whole scan, and not about the others, is left out.</summary>
    /// <param name="parts">The scans.</param>
    /// <param name="unread">The vCenters without a scan.</param>
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

    /// <summary>A finding that names no vCenter is about all of the scan, and belongs to the first.</summary>
    private static IReadOnlyList<Finding> FindingsOf(ScanDocument document, VCenterFacts vcenter) =>
    [
        .. from finding in document.Findings
           let subject = finding.Subject
           where subject.Server is { } server ? server == vcenter.Server
               : subject.Kind == SubjectKind.Vcenter ? subject.Name == vcenter.Server
               : vcenter == document.VCenters[0]
           select subject.Server is null ? finding with { Subject = subject with { Server = vcenter.Server } } : finding,
    ];
}
