using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;
using static System.FormattableString;

namespace TimerProbe.Core.FieldChecks;

/// <summary>An item of docs/field-checks.md that a field check can settle.</summary>
/// <param name="Id">Its id there.</param>
/// <param name="Question">What it asks, in a few words.</param>
/// <param name="Judge">Whether the evidence is as expected, null where it does not tell, and the figures.</param>
public sealed record FieldItem(string Id, string Question, Func<FieldEvidence, (bool? IsExpected, string Evidence)> Judge)
{
    /// <summary>What the evidence says.</summary>
    public FieldAnswer Answer(FieldEvidence evidence)
    {
        var (isExpected, says) = Judge(evidence);
        var outcome = isExpected switch
        {
            true => FieldOutcome.AsExpected,
            false => FieldOutcome.Otherwise,
            null => FieldOutcome.NotSettled,
        };
        return new FieldAnswer(Id, outcome, says);
    }
}

/// <summary>The items that a field check settles, in the order of docs/field-checks.md. Others take a person or another product.</summary>
public static class FieldCatalogue
{
    private const string NoVMware = "this is no virtual machine on VMware";
    private const string NoWindows = "this is not Windows";
    private const string NoScan = "it takes a vCenter, HOST with --vm";

    private const int FewestSamples = 3;

    private static readonly Duration Trapped = new(300);
    private static readonly PartsPerMillion BootToBoot = new(20);

    /// <summary>Every item.</summary>
    public static IReadOnlyList<FieldItem> All { get; } =
    [
        new("FC-E01", "an away VM's RDTSC traps", of =>
            !of.IsOnVMware ? (null, NoVMware)
            : of.Frequency == FieldFrequency.Home ? (null, "this machine is at home")
            : of.Frequency != FieldFrequency.Away ? (null, "whether this machine is away is not known")
            : of.Cost(ClockSource.TimestampCounter) is not { } cost ? (null, "RDTSC was not measured by itself")
            : (cost >= Trapped, Invariant($"away by {of.Apartness?.Value:0} ppm, RDTSC costs {cost}{(cost < Trapped ? ": the processor scales the TSC" : "")}"))),
        new("FC-E03", "cpuInfo.hz is the TSC rate that ESXi uses", of =>
            of.Host?.Hz is not { } host ? (null, NoScan)
            : of.Frequency != FieldFrequency.Home ? (null, "this machine is not at home")
            : of.Check.Machine.Hypervisor.VirtualTscHz is not { } reported ? (null, "the hypervisor tells no TSC rate")
            : Apart(host, reported, BootToBoot, "cpuInfo.hz", "told to the guest")),
        new("FC-E04", "the Tools' counter and their command are one figure", of =>
            of.Check.Machine.Hypervisor is { HostCounterHz: { } counter, ToolsSpeedHz: { } speed }
                ? (Math.Abs(counter.Megahertz - speed.Megahertz) <= 1, $"counter {counter}, command {speed}")
                : (null, "the Tools do not tell both")),
        new("FC-E11", "timerForceTSC has its release's default", of =>
            of.Host is not { } host ? (null, NoScan)
            : (!of.Scan!.Findings.Any(finding => finding.Rule == "TP209" && finding.Subject.Id == host.Id),
                $"ESXi {host.Version}: {string.Join(", ", host.KernelOptions.OrderBy(option => option.Key, StringComparer.Ordinal).Select(option => $"{option.Key} {option.Value}").DefaultIfEmpty("no such option"))}")),
        new("FC-E12", "the power policy is spelled as TP215 knows it", of =>
            of.Host is not { } host ? (null, NoScan)
            : host.PowerPolicy is not { } policy ? (null, "it was not told")
            : PowerPolicies.Contains(policy, StringComparer.OrdinalIgnoreCase) ? (true, $"it is {policy}")
            : (false, "it is another word")),
        new("FC-E14", "QpcBypassEnabled is 0x83 on Windows guests of ESXi", of =>
            OnWindowsOfVMware(of) is { } not ? (null, not)
            : of.Check.Machine.Windows!.QpcBypass is not { } bypass ? (null, "it could not be read")
            : (bypass == 0x83, Invariant($"0x{bypass:X2}"))),
        new("FC-E15", "ESXi shows Windows Hv#1 with a reference TSC", of =>
            OnWindowsOfVMware(of) is { } not ? (null, not)
            : of.Check.Machine.Hypervisor is not { Interface: { } shown } seen ? (null, "CPUID shows no interface")
            : (shown == "Hv#1" && seen.ReferenceTsc == true,
                $"{shown}, reference TSC {(seen.ReferenceTsc switch { true => "offered", false => "not offered", null => "not known" })}")),
        new("FC-E16", "Windows with VBS sees Microsoft Hv", of =>
            OnWindowsOfVMware(of) is { } not ? (null, not)
            : of.Check.Machine.Hypervisor is not { Vbs: true } seen ? (null, "virtualization-based security does not run, or is not seen")
            : (seen.Vendor == "Microsoft Hv", $"it sees {seen.Vendor}, CPUID costs {of.Cost(ClockSource.VmExit)?.ToString() ?? "what was not measured"}")),
        new("FC-V10", "yesterday's statistics and cpuInfo.hz agree", of => of.Host?.Hz is { } host ? Statistics(of, host) : (null, NoScan)),
        new("FC-V16", "bootTime stays while the machine runs", of =>
            of.Machine is not { } before ? (null, of.Scan is null ? NoScan : "this machine was not found")
            : of.MachineAfter is not { } after ? (null, "the second look failed")
            : before.BootTime is not { } boot ? (false, "it is not set")
            : after.BootTime == boot ? (true, "the same in two looks")
            : (false, Invariant($"moved by {(after.BootTime - boot)?.TotalSeconds:0.###} s between two looks"))),
        new("FC-W03", "Windows shows its users the reference page", of =>
            !of.IsWindows ? (null, NoWindows)
            : of.Check.Machine.Hypervisor.Present != true ? (null, "there is no hypervisor")
            : of.Check.Machine.Windows!.ReferencePage is { } page
                ? (true, Invariant($"sequence {page.Sequence}, TSC {page.ToldTscHz?.ToString() ?? "not told"}, by CPUID {of.Check.Machine.Hypervisor.VirtualTscHz?.ToString() ?? "not reported"}"))
            : of.Check.Machine.Unavailable.Any(missing => missing.What == "referencePage")
                ? (false, "it cannot be read, as machine.unavailable says")
                : (false, "it cannot be read")),
        new("FC-W04", "the page of a slow clock has the sequence 0", of =>
            !of.IsWindows ? (null, NoWindows)
            : of.Check.Machine.Windows is not { ReferencePage: { } page, QpcBypass: { } bypass }
                || (bypass & (int)QpcBypass.HypervisorPage) == 0 ? (null, "Windows does not go by the page, or it cannot be read")
            : of.Cost(ClockSource.PreciseTime) is not { } cost || cost < Trapped ? (null, "the clock is not slow")
            : (!page.Valid, Invariant($"sequence {page.Sequence}, precise time {cost}"))),
        new("FC-W05", "the Tools' counter of the host's speed is in MHz", of =>
            !of.IsWindows ? (null, NoWindows)
            : of.Check.Machine.Hypervisor.HostCounterHz is not { } counter ? (null, "the counter is not there, or not for this account")
            : (counter.IsOfClock && counter.Megahertz is >= 500 and <= 10_000, $"{counter}")),
        new("FC-W07", "the SMBIOS UUID is vCenter's config.uuid", of =>
            of.Check.Machine.SmbiosUuid is not { } uuid ? (null, "it is not shown to this account")
            : of.Named?.Uuid is not { } known ? (null, of.Scan is null ? NoScan : "this machine was not found")
            : known.Equals(uuid, StringComparison.OrdinalIgnoreCase) ? (true, "they are the same")
            : (false, "they differ, or --vm names another machine")),
        new("FC-W08", "more than 64 processors work", of =>
            !of.IsWindows ? (null, NoWindows)
            : of.Check.PerProcessor is not { Count: > 64 } all ? (null, Invariant($"there are {of.Check.Machine.ProcessorCount ?? 0}"))
            : (all.All(each => each.PreciseTimeNs is not null), Invariant($"{all.Count(each => each.PreciseTimeNs is not null)} of {all.Count} in {all.Select(each => each.Group).Distinct().Count()} groups have a figure"))),
        new("FC-L05", "VMware Tools do as a time reference", of =>
            of.Check.Drift is not
            {
                Reference.Kind: TimeReferenceKind.VmwareTools,
                CounterAgainstReferencePpm: { } tools,
                ReferenceUncertaintyPpm: { } toolsSpread,
            }
            || of.AgainstNtp?.Drift is not { CounterAgainstReferencePpm: { } ntp, ReferenceUncertaintyPpm: { } ntpSpread }
                ? (null, "it takes VMware Tools and --reference")
                : (Math.Abs(tools.Value - ntp.Value) <= toolsSpread.Value + ntpSpread.Value, $"Tools {tools} within {toolsSpread}, NTP {ntp} within {ntpSpread}")),
        new("FC-L09", "the service runs", of =>
            !of.IsWindows ? (null, NoWindows)
            : of.Service is not { } service || service.State == "not installed" ? (null, "it is not installed")
            : (service is { State: "running", OwnAccount: true },
                $"{service.State}, {service.Starts}, {(service.OwnAccount == true ? "its own account" : "another account")}")),
    ];

    private static readonly string[] PowerPolicies =
        ["static", "dynamic", "low", "custom", "off", "High Performance", "Balanced", "Low Power"];

    /// <summary>
    /// The quotient of the two counters holds the host's frequency in each busy sample since the machine came to it: that of
    /// <c>cpuInfo.hz</c>, or that in whole MHz.
    /// </summary>
    private static (bool? IsExpected, string Evidence) Statistics(FieldEvidence of, Frequency host)
    {
        if (of is not { VCenter: { } vcenter, Machine: { ProcessorCount: > 0 and { } processors } machine })
        {
            return (null, "the vCenter did not tell this machine's statistics, or its number of processors");
        }

        var samples = vcenter.Samples.Where(sample => !(sample.From < machine.MovedAt)).Select(sample => new CpuSample(
            sample.From, sample.From.AddSeconds(sample.LengthSeconds), sample.UsageHundredths ?? -1, sample.UsageMegahertz ?? -1));
        List<FrequencyRange> busy =
        [
            .. samples.Where(sample => sample.TellsFrequency).Select(sample => sample.CoreFrequency(processors, cut: 1))
                .Where(range => range.Width < StatisticsFrequency.BusyWidth),
        ];
        if (busy.Count < FewestSamples)
        {
            return (null, Invariant($"{busy.Count} samples of the last 24 hours are of a busy machine on its present host; it takes {FewestSamples}"));
        }

        var exact = Holding(host.Hertz);
        var whole = Holding(Math.Floor(host.Hertz / 1e6) * 1e6);
        var isExpected = Math.Max(exact, whole) == busy.Count;
        return (isExpected, Invariant($"of {busy.Count} busy samples {exact} hold cpuInfo.hz, {host}, and {whole} its whole MHz"));

        int Holding(double hertz) => busy.Count(range => range.Low <= hertz && hertz <= range.High);
    }

    private static string? OnWindowsOfVMware(FieldEvidence of) => !of.IsWindows ? NoWindows : of.IsOnVMware ? null : NoVMware;

    private static (bool? IsExpected, string Evidence) Apart(
        Frequency one, Frequency other, PartsPerMillion limit, string first, string second)
    {
        var apart = one.DifferenceFrom(other);
        return (apart.Magnitude.Value <= limit.Value, Invariant($"{one} ({first}), {other} ({second}): {apart.Value:0.0} ppm apart"));
    }
}
