using System.Text.Json.Serialization;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>What a field check found of one item of docs/field-checks.md.</summary>
/// <param name="Id">The item's id, such as <c>FC-E01</c>.</param>
/// <param name="Outcome">Whether it is settled, and how.</param>
/// <param name="Evidence">The figures behind that, or what was missing, as a sentence without a full stop; it holds no names.</param>
public sealed record FieldAnswer(string Id, FieldOutcome Outcome, string Evidence);

/// <summary>Whether an item is settled, and how.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<FieldOutcome>))]
public enum FieldOutcome
{
    /// <summary>It is as this program expects.</summary>
    AsExpected,

    /// <summary>It is otherwise.</summary>
    Otherwise,

    /// <summary>This machine does not tell.</summary>
    NotSettled,
}

/// <summary>Where a machine is, by the frequency of its host.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<FieldFrequency>))]
public enum FieldFrequency
{
    /// <summary>Not known, or no virtual machine on VMware.</summary>
    Unknown,

    /// <summary>On a host of the frequency that it was powered on at.</summary>
    Home,

    /// <summary>On a host with a different frequency.</summary>
    Away,
}

/// <summary>What of a field check stands in a table beside those of other sites.</summary>
public sealed record FieldRow
{
    /// <summary>The processor's brand string.</summary>
    public string? ProcessorModel { get; init; }

    /// <summary>The hypervisor by its name.</summary>
    public string? Hypervisor { get; init; }

    /// <summary>ESXi's version and build, read from vCenter or as the user wrote it.</summary>
    public string? Esxi { get; init; }

    /// <summary>Whether the machine is on a host of the frequency of its power-on.</summary>
    public required FieldFrequency Frequency { get; init; }

    /// <summary>The TSC frequency the hypervisor tells the guest.</summary>
    public Frequency? VirtualTscHz { get; init; }

    /// <summary>The present host's frequency: of vCenter, else of VMware Tools, to the MHz.</summary>
    public Frequency? HostHz { get; init; }

    /// <summary>A read of precise time.</summary>
    public Duration? PreciseTimeNs { get; init; }

    /// <summary>RDTSC; null when it is not measured by itself.</summary>
    public Duration? TimestampCounterNs { get; init; }

    /// <summary>CPUID.</summary>
    public Duration? VmExitNs { get; init; }

    /// <summary>The verdict.</summary>
    public required ClockState State { get; init; }

    /// <summary>Its cause.</summary>
    public required ClockCause Cause { get; init; }
}

/// <summary>What a short watch of a field check saw.</summary>
/// <param name="OverSeconds">How long it lasted.</param>
/// <param name="Samples">The samples it took.</param>
/// <param name="Starved">Those whose process was kept from its processor.</param>
/// <param name="Changes">Changes of the clock's level.</param>
/// <param name="HostChanges">Changes of the Tools' session or of the host's speed.</param>
/// <param name="ClockSteps">Steps of the wall clock.</param>
/// <param name="CpuShare">What watching cost, as a share of one processor, the runtime's own start included.</param>
public sealed record FieldWatch(
    double OverSeconds, long Samples, long Starved, int Changes, int HostChanges, int ClockSteps, double CpuShare);

/// <summary>What a vCenter keeps of this machine besides what a scan tells.</summary>
/// <param name="Events">How many events of each type it keeps of this machine, of the types that a scan asks for.</param>
/// <param name="Samples">Its CPU statistics of the last 24 hours as they came, the oldest first.</param>
public sealed record FieldVCenter(IReadOnlyDictionary<string, int> Events, IReadOnlyList<FieldSample> Samples);

/// <summary>vCenter's CPU statistics of one period.</summary>
/// <param name="From">The beginning of the period.</param>
/// <param name="LengthSeconds">Its length.</param>
/// <param name="UsageHundredths"><c>cpu.usage.average</c> in hundredths of a percent of all virtual processors; null when missing.</param>
/// <param name="UsageMegahertz"><c>cpu.usagemhz.average</c>; null when missing.</param>
public sealed record FieldSample(DateTimeOffset From, double LengthSeconds, int? UsageHundredths, int? UsageMegahertz);

/// <summary>What the service of the watch answers.</summary>
/// <param name="State">Its state, such as <c>running</c> or <c>not installed</c>.</param>
/// <param name="Starts">How it starts; null when it is not installed.</param>
/// <param name="OwnAccount">Whether it runs as the account that Windows has for it; null
/// when it is not installed, and elsewhere than on Windows.</param>
/// <param name="ExitCode">The exit code of its last end; null when there is none.</param>
public sealed record FieldService(string State, string? Starts, bool? OwnAccount, string? ExitCode);
