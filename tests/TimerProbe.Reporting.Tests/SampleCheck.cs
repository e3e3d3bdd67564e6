namespace TimerProbe.Reporting.Tests;

/// <summary>The one document that every writer is tested on, with a name that tries to be a formula, a label and a tag.</summary>
internal static class SampleCheck
{
    public const string Name = "=cmd|' /C calc'!A0, \"DB\\01\"\n<script>";

    public static CheckDocument Document { get; } = new()
    {
        Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000001"),
        Tool = new ToolInfo("0.1.0"),
        StartedAt = new DateTimeOffset(2026, 11, 21, 3, 0, 0, TimeSpan.Zero),
        Machine = new MachineFacts
        {
            Name = Name,
            Os = "Windows Server 2022 (20348)",
            Architecture = "x64",
            ProcessorCount = 8,
            AllowedProcessors = 8,
            Hypervisor = new HypervisorFacts { Present = true, Vendor = "VMwareVMware", Name = "VMware" },
        },
        Clocks =
        [
            new ClockFacts
            {
                Source = ClockSource.PreciseTime,
                Api = "GetSystemTimePreciseAsFileTime",
                CallNs = new CallCost(new Duration(1180.2), new Duration(1174), new Duration(1189.5), new Duration(1430)),
                CallsPerSecond = 847_313,
                RatioToVmExit = new RatioInterval(1.1, 1.08, 1.13),
                GranularityNs = new Duration(100),
                BackwardSteps = 0,
                Batches = 64,
                CallsPerBatch = 32,
                WarmUpBatches = 9,
            },
            new ClockFacts { Source = ClockSource.TimestampCounter, Api = "RDTSC", Why = "turned off by --no-stub" },
        ],
        Control = new ControlFacts(new Duration(1.02), 0.01, Starved: false, 0.002),
        Verdict = new Verdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred, "because"),
        Findings = [],
        Timing = new CheckTiming(38.1, 92.5),
    };

    /// <summary>A trapped clock with all that can be asked for, and the findings that its figures lead to.</summary>
    public static CheckDocument Full(string name) => Judged(Document with
    {
        Machine = Document.Machine with
        {
            Name = name,
            SmbiosUuid = "42220000-0000-0000-0000-000000000001",
            Unavailable = [new Unavailable("hostHz", $"VMware Tools of {name} do not tell")],
        },
        Clocks =
        [
            Document.Clocks[0],
            Document.Clocks[0] with { Source = ClockSource.TimestampCounter, Api = "RDTSC",
                CallNs = new CallCost(new Duration(1090), new Duration(1080), new Duration(1101), new Duration(1300)) },
            Document.Clocks[0] with { Source = ClockSource.VmExit, Api = "CPUID",
                CallNs = new CallCost(new Duration(1070), new Duration(1060), new Duration(1080), new Duration(1300)) },
            new ClockFacts { Source = ClockSource.Counter, Api = name, Why = $"{name} has none" },
        ],
        Verdict = new Verdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured, "RDTSC costs 1,090 ns, as much as a VM exit (1,070 ns)"),
        PerProcessor = [new ProcessorClockFacts(0, 0, new Duration(1180), new Duration(1090)),
            new ProcessorClockFacts(1, 0, PreciseTimeNs: null, TimestampCounterNs: null)],
        Scaling = [new ScalingFacts(1, 847_000, 1), new ScalingFacts(2, 1_600_000, 0.94)],
        Rounds = new RoundFacts(1_000, [847_000, 846_000], FirstDropped: true),
        Drift = new DriftFacts(60)
        {
            Reference = new TimeReferenceFacts(
            TimeReferenceKind.Ntp, name),
            Unavailable = [new Unavailable("counterAgainstReferencePpm", $"{name} did not answer")]
        },
    });

    private static CheckDocument Judged(CheckDocument document) => document with { Findings = RuleCatalogue.Evaluate(document.Facts()) };
}
