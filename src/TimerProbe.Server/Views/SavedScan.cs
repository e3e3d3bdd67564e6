namespace TimerProbe.Server.Views;

/// <summary>The latest saved scan of a vCenter, with the checks that came in since.</summary>
/// <param name="Read">The scan as it was saved, with the other vCenters of its document: each check is joined to it anew.</param>
internal sealed record SavedScan(ScanReport Report, ScanDocument Read)
{
    public ScanDocument Document => Report.Document;

    public VCenterFacts VCenter => Document.VCenters[0];

    public KnownGuests Guests => field ??= new(VCenter.VirtualMachines);

    public string Server => VCenter.Server;

    public DateTimeOffset ReadAt => Document.StartedAt;

    public IReadOnlyList<string> Problems =>
        [.. Report.Missing.Where(part => part is { VCenter: not null, IsAccepted: false }).Select(part => part.Says)];

    public IEnumerable<string> NotUsed => Report.Missing.Where(part => part.VCenter is null).Select(part => part.Says);

    /// <summary>The scan of a vCenter of a document; null when it is not in it, or could not be read.</summary>
    public static SavedScan? From(ScanDocument document, string server) =>
        document.VCenters.FirstOrDefault(center => center.Status != ReadStatus.Failed && Is(center, server)) is { } vcenter
            ? new SavedScan(new ScanReport(PartOf(document, vcenter)), document)
            : null;

    /// <summary>The scan with these checks alone: the one vCenter is judged anew where one of them is of a machine of it.</summary>
    public SavedScan Join(IReadOnlyList<GuestResult> checks, MuteList mutes, DateTimeOffset now) =>
        From(SavedChecks.Join(Read, checks, mutes, now, Server), Server)! with { Read = Read };

    public SavedScan With(string problem) => From(
        Read with
        {
            VCenters = [.. Read.VCenters.Select(center =>
                Is(center, Server) ? center with { Problems = [.. center.Problems.Union([problem])] } : center)],
        },
        Server)!;

    internal static ScanDocument PartOf(ScanDocument document, VCenterFacts vcenter) =>
        document with { VCenters = [vcenter], Findings = FindingsOf(document, vcenter) };

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

    private static bool Is(VCenterFacts vcenter, string server) =>
        string.Equals(vcenter.Server, server, StringComparison.OrdinalIgnoreCase);

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
