namespace TimerProbe.Reporting.Tests.Html;

/// <summary>
/// A small scan with everything in it: a vCenter read whole with a mixed and a uniform cluster, one read in part whose names come
/// from right to left, one that failed; findings with remedies, and guests' results.
/// </summary>
public static class SampleScan
{
    public static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private static readonly Frequency Gold6148 = new(2_394_000_000);
    private static readonly Frequency Gold6148Other = new(2_394_915_000);
    private static readonly Frequency Gold6142 = new(2_593_905_000);

    public static ScanDocument Document { get; } = new()
    {
        Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000002"),
        Tool = new ToolInfo("0.1.0"),
        StartedAt = Start,
        TolerancePpm = FrequencyRules.DefaultTolerance,
        Scope = new ScanScope { Clusters = ["prod", "uniform*", "עברית"], Names = ["*"] },
        VCenters =
        [
            SampleCenters.Whole(Gold6148, Gold6148Other, Gold6142),
            SampleCenters.Partial(Gold6148),
            new VCenterFacts
            {
                Server = "vc3.example.org",
                Status = ReadStatus.Failed,
                Problems = ["vc3.example.org refused the login of scan@vsphere.local."],
            },
        ],
        GuestResults = new GuestResultsFacts(
            Documents: 4,
            MatchedByUuid: 2,
            MatchedByName: 1,
            [new UnmatchedGuest(Guid.Parse("0198f0c2-0000-7000-8000-0000000000aa"), "<b>LOST</b>", "No virtual machine has its UUID or its name.", Problem.Create(ProblemCode.ResultUnmatched, $"No virtual machine has its UUID or its name."))],
            ["old.json is no check document."]),
        Findings = SampleFindings.All,
        Timing = new ScanTiming(
            812.4,
            23,
            [
                new ScanStep("vc1.example.org", "login", 41.2, 3),
                new ScanStep("vc1.example.org", "hosts", 60.8, 2),
                new ScanStep("vc1.example.org", "virtualMachines", 310, 10),
                new ScanStep("vc2.example.org", "login", 38, 3),
                new ScanStep("vc2.example.org", "events", 144.5, 5),
            ]),
    };

    /// <summary>The sample with nothing in it but a vCenter without machines.</summary>
    public static ScanDocument Empty { get; } = Document with
    {
        Scope = new ScanScope(),
        VCenters = [new VCenterFacts { Server = "vc1.example.org", Version = "8.0.3", Status = ReadStatus.Complete }],
        GuestResults = null,
        Findings = [],
    };

    /// <summary>A healthy machine with a name, alone in the document.</summary>
    public static ScanDocument With(string name) => Empty with
    {
        VCenters =
        [
            Empty.VCenters[0] with
            {
                Server = name,
                Hosts = [new HostFacts { Name = name, Id = "host-1", Cluster = name, ClusterId = "domain-c1", Hz = Gold6148 }],
                Clusters = [new ClusterFacts { Name = name, Id = "domain-c1",
                    FrequencyClasses = [new FrequencyClass(name, Gold6148, Gold6148, [name])] }],
                VirtualMachines =
                [
                    new VirtualMachineFacts
                    {
                        Name = name,
                        Id = "vm-1",
                        Cluster = name,
                        ClusterId = "domain-c1",
                        Host = name,
                        HostId = "host-1",
                        HostHz = Gold6148,
                        Placement = Placement.Unknown,
                        UnknownReason = name,
                        Settings = new VirtualMachineSettings { Other = new Dictionary<string, string> { [name] = name } },
                        Guest = new JoinedGuest(Guid.Empty, ClockState.Slow, ClockCause.TscTrapped, "uuid") { Source = GuestSource.File },
                    },
                ],
            },
        ],
        Findings = [SampleFindings.About(name)],
        Timing = new ScanTiming(1, 1, [new ScanStep(name, name, 1, 1)]),
    };
}
