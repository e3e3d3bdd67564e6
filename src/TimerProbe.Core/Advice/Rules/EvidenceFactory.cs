using System.Globalization;

namespace TimerProbe.Core.Advice;

/// <summary>Writes figures as evidence: plain digits, the unit apart, null for a figure that is not there.</summary>
internal static class EvidenceFactory
{
    public const string MeasuredHere = "measured here";
    public const string Cpuid = "CPUID";
    public const string VMwareTools = "VMware Tools";
    public const string ToolsCounter = "VMware Tools' counter Host processor speed in MHz";
    public const string ToolsSpeed = "vmware-toolbox-cmd stat speed";
    public const string SharedPage = "KUSER_SHARED_DATA";
    public const string ReferencePage = "the hypervisor's reference page";
    public const string Smbios = "SMBIOS";
    public const string Calculated = "calculated";
    public const string VCenter = "vCenter";
    public const string Events = "vCenter's events";
    public const string KernelSettings = "the kernel settings of ESXi's releases";
    public const string CpuInfo = "hardware.cpuInfo.hz";

    private const string Clocksources = "/sys/devices/system/clocksource";

    public static IReadOnlyList<Evidence> Of(params IEnumerable<Evidence?> evidence) => [.. evidence.OfType<Evidence>()];

    public static Evidence? Text(string what, string? value, string source) =>
        string.IsNullOrWhiteSpace(value) ? null : new Evidence(what, value, Unit: null, source);

    public static Evidence? Flag(string what, bool? value, string source) =>
        value is { } known ? new Evidence(what, known ? "true" : "false", Unit: null, source) : null;

    public static Evidence? Number(string what, double? value, string? unit, string source) =>
        value is { } known ? new Evidence(what, Digits(known), unit, source) : null;

    public static Evidence? Hertz(string what, Frequency? frequency, string source) =>
        frequency is { } known ? new Evidence(what, known.Hertz.ToString(CultureInfo.InvariantCulture), "Hz", source) : null;

    /// <summary>What Linux reports of its clock sources: the one in use, those on offer, why not the TSC, and the options.</summary>
    public static IEnumerable<Evidence?> LinuxClocks(GuestFacts facts) => facts.Machine.Linux is not { } linux ? [] :
    [
        Text("Clock source", linux.Clocksource, Clocksources),
        Text("Clock sources on offer", string.Join(", ", linux.AvailableClocksources), Clocksources),
        Flag("TSC marked unstable", linux.TscUnstable, "kernel log"),
        Text("Why, in the kernel's words", linux.UnstableReason, "kernel log"),
        Text("Clock options of the kernel", string.Join(' ', linux.ClockOptions), "/proc/cmdline"),
        Text("Container", linux.Container, "this process"),
    ];

    public static Evidence? ReportedTsc(HypervisorFacts hypervisor) => Hertz(
        "TSC frequency reported to the guest",
        hypervisor.VirtualTscHz,
        hypervisor.VirtualTscSource == TscRateSource.ReferencePage ? ReferencePage : "CPUID 0x40000010");

    /// <summary>The host's speed by the Tools' counter and by their command; one figure in documents that do not say which.</summary>
    public static IEnumerable<Evidence?> HostSpeed(HypervisorFacts hypervisor) =>
        hypervisor is { HostCounterHz: null, ToolsSpeedHz: null }
            ? [Hertz("Current host's processor speed", hypervisor.HostHz, VMwareTools)]
            : [
                Hertz("Current host's processor speed", hypervisor.HostCounterHz, ToolsCounter),
                Hertz("Processor speed from the VMware Tools command", hypervisor.ToolsSpeedHz, ToolsSpeed),
            ];

    public static Evidence? Time(string what, DateTimeOffset? time, string source) =>
        Text(what, time?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture), source);

    public static Evidence Count(string what, int count, string source) =>
        new(what, count.ToString(CultureInfo.InvariantCulture), Unit: null, source);

    public static Evidence? Names(string what, IReadOnlyCollection<string> names, string source) =>
        Text(what, NameList.Join(names), source);

    public static Evidence? Cost(string what, Duration? cost) => Number(what, cost?.Nanoseconds, "ns", MeasuredHere);

    public static string Ppm(PartsPerMillion size) => size.Magnitude.Value.ToString("#,0.###", CultureInfo.InvariantCulture) + " ppm";

    public static Evidence? Cost(GuestFacts facts, ClockSource source) =>
        facts.Clock(source)?.CallNs?.Median is { } cost ? Cost(NameOf(source, cost), cost) : null;

    /// <summary>Four significant digits below 100, whole numbers above: what a measured figure is good for.</summary>
    private static string Digits(double value) => Math.Abs(value) switch
    {
        < 1 => value.ToString("0.####", CultureInfo.InvariantCulture),
        < 100 => value.ToString("0.##", CultureInfo.InvariantCulture),
        _ => value.ToString("0", CultureInfo.InvariantCulture),
    };

    private static string NameOf(ClockSource source, Duration cost) => source switch
    {
        ClockSource.PreciseTime => "Precise time",
        ClockSource.CoarseTime => "Coarse time",
        ClockSource.Counter => "Counter",
        ClockSource.TimestampCounter => "RDTSC",
        ClockSource.VmExit => VerdictTable.IsExit(cost) ? "CPUID (a VM exit)" : "CPUID",
        _ => throw new ArgumentOutOfRangeException(nameof(source), source, message: null),
    };
}

internal static class PlacementEvidence
{
    private const string Check = "timerprobe check";

    public static IEnumerable<Evidence?> Home(VirtualMachineFacts machine) =>
    [
        EvidenceFactory.Text("Home host", machine.HomeHost, SourceOf(machine.HomeSource)),
        EvidenceFactory.Hertz(
            "Home's frequency",
            machine.HomeHz,
            machine.HomeSource is HomeSource.Event or HomeSource.History or null ? EvidenceFactory.CpuInfo : SourceOf(machine.HomeSource)),
        EvidenceFactory.Text(
            "Home is",
            machine.HomeCertainty == HomeCertainty.Inferred && machine.HomeEvidence is [var first, ..] ? $"inferred: {first.Says}" : null,
            EvidenceFactory.Calculated),
        EvidenceFactory.Time(
            "Powered on",
            machine.HomeSince ?? machine.BootTime,
            machine.HomeSince is null ? "runtime.bootTime" : SourceOf(machine.HomeSource)),
    ];

    public static IEnumerable<Evidence?> Present(VirtualMachineFacts machine) =>
    [
        EvidenceFactory.Text("Current host", machine.Host, EvidenceFactory.VCenter),
        EvidenceFactory.Hertz("Current host's frequency", machine.HostHz, EvidenceFactory.CpuInfo),
    ];

    public static IEnumerable<Evidence?> Guest(VirtualMachineFacts machine) => machine.Guest is not { } guest ? [] :
    [
        EvidenceFactory.Text("Guest's verdict", guest.Cause == ClockCause.None
            ? guest.State.ToDocumentName()
            : $"{guest.State.ToDocumentName()} ({guest.Cause.ToDocumentName()})", Check),
        EvidenceFactory.Number("Precise time in the guest", guest.PreciseTimeNs?.Nanoseconds, "ns", Check),
        EvidenceFactory.Hertz("TSC frequency reported to the guest", guest.VirtualTscHz, "CPUID 0x40000010"),
        EvidenceFactory.Time(
            "Guest measured", guest.MeasuredAt, guest.Source == GuestSource.Published ? "timerprobe check --publish" : Check),
    ];

    public static string SourceOf(HomeSource? source) => source switch
    {
        HomeSource.History => "an earlier scan",
        HomeSource.Guest => "CPUID 0x40000010",
        HomeSource.Log => "vmware.log",
        HomeSource.Statistics => "vCenter's CPU statistics",
        HomeSource.OnlyClass => "the frequencies of its hosts",
        _ => EvidenceFactory.Events,
    };
}

internal static class SqlEvidence
{
    public const string SysInfo = "sys.dm_os_sys_info";

    private const string Inside = "measured in the server";

    public static Evidence? Cost(SqlFacts facts, SqlWorkload workload) => EvidenceFactory.Number(
        NameOf(workload),
        facts.Measured.Workload(workload)?.NsPerIteration?.Nanoseconds,
        "ns",
        workload == SqlWorkload.PrimalityClient ? EvidenceFactory.MeasuredHere : Inside);

    public static Evidence? AgainstEarlier(SqlFacts facts, SqlWorkload workload) => EvidenceFactory.Number(
        $"{NameOf(workload)} compared with the earlier run",
        facts.Measured.AgainstEarlier(workload)?.Median,
        "times",
        EvidenceFactory.Calculated);

    public static Evidence? StatementCost(SqlFacts facts) =>
        EvidenceFactory.Number("One more T-SQL statement", Price(facts.Measured.StatementCost?.Median), "ns", Inside);

    public static Evidence? StatementAgainstEarlier(SqlFacts facts) => EvidenceFactory.Number(
        "One more T-SQL statement compared with the earlier run",
        SqlStatementPrice.AgainstEarlier(facts.Measured)?.Median,
        "times",
        EvidenceFactory.Calculated);

    public static Evidence? ClockStep(SqlFacts facts) =>
        EvidenceFactory.Number("Smallest time step in T-SQL", facts.Server.ClockStepNs?.Nanoseconds / 1000, "us", Inside);

    public static Evidence? ClockCall(SqlFacts facts) =>
        EvidenceFactory.Number("Asking for the time in T-SQL", Price(facts.Measured.ClockCall?.Median), "ns", Inside);

    public static Evidence? Earlier(SqlFacts facts) =>
        EvidenceFactory.Time("Earlier run", facts.Measured.Earlier?.StartedAt, "its document");

    public static IEnumerable<Evidence?> Checks(SqlFacts facts) =>
        facts.Measured.Checks.Select(check =>
            EvidenceFactory.Text("Clock of this machine", check.Verdict.Because, EvidenceFactory.MeasuredHere)).Distinct();

    public static Evidence? CheckFindings(SqlFacts facts) => EvidenceFactory.Names(
        "Findings of the check", facts.Measured.CheckFindings, EvidenceFactory.MeasuredHere);

    // A difference of loops that is not above zero is no price.
    private static double? Price(Duration? cost) => cost is { Nanoseconds: > 0 and var price } ? price : null;

    private static string NameOf(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality => "Interpreted function",
        SqlWorkload.PrimalityNative => "Natively compiled function",
        SqlWorkload.PrimalityClient => "The same in this program",
        SqlWorkload.SetControl => "Set-based control",
        SqlWorkload.StatementCost => "Eight statements per iteration",
        SqlWorkload.CommitLoop => "Row committed individually",
        SqlWorkload.CommitOneTransaction => "Row in one transaction",
        SqlWorkload.ClockCalls => "Loop with clock calls",
        _ => throw new ArgumentOutOfRangeException(nameof(workload), workload, message: null),
    };
}
