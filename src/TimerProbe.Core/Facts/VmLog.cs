using TimerProbe.Core.Names;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>What a log of the hypervisor, <c>vmware.log</c>, says of a virtual machine's TSC. Every text is as the log has it.</summary>
public sealed record VmLog
{
    /// <summary>The file, as it was named.</summary>
    [Pseudonym(NameKind.File)]
    public required string File { get; init; }

    /// <summary>The machine's name, <c>displayName</c>; null when the log does not tell.</summary>
    [Pseudonym(NameKind.Vm)]
    public string? Name { get; init; }

    /// <summary>Its SMBIOS UUID, <c>uuid.bios</c>, in lower case with dashes; null when the log does not tell.</summary>
    [Pseudonym(NameKind.Uuid)]
    public string? Uuid { get; init; }

    /// <summary>The path of its configuration; null when the log does not tell.</summary>
    [Pseudonym(NameKind.File)]
    public string? ConfigFile { get; init; }

    /// <summary>The host that wrote the log; null when the log does not tell.</summary>
    [Pseudonym(NameKind.Host)]
    public string? Host { get; init; }

    /// <summary>The product, such as <c>VMware ESX</c>; null when the log does not tell.</summary>
    public string? Product { get; init; }

    /// <summary>Its version, such as <c>8.0.2</c>; null when the log does not tell.</summary>
    public string? Version { get; init; }

    /// <summary>Its build, such as <c>build-22380479</c>; null when the log does not tell.</summary>
    public string? Build { get; init; }

    /// <summary>
    /// The latest conversions of the TSC from host to guest, the newest last: each is a power-on, a resume or an arrival from another host.
    /// What stood before a line that cannot be read is left out of the list, for it no longer holds.
    /// </summary>
    public IReadOnlyList<LoggedRate> Rates { get; init => field = value ?? []; } = [];

    /// <summary>How many lines about rates could not be read, or tell frequencies outside of 1 MHz to 100 GHz.</summary>
    public int RefusedLines { get; init; }

    /// <summary>The host's TSC rate that the log says is used; null when it does not tell.</summary>
    public Frequency? HostTscHz { get; init; }

    /// <summary>The TSC rate the guest reads from CPUID leaf 0x40000010; null when the log does not tell.</summary>
    public Frequency? GuestTscHz { get; init; }

    /// <summary>How many times faster than the host's the guest's TSC is made by the processor; null when the log does not tell.</summary>
    public double? TscScaling { get; init; }

    /// <summary>The host's TSC rate when the newest of these lines was written; null when no line tells.</summary>
    public Frequency? HostHz => Rates is [.., var last] ? last.HostHz : RefusedLines > 0 ? null : HostTscHz;

    /// <summary>The guest's TSC rate, that of its power-on; null when no line tells.</summary>
    public Frequency? GuestHz => Rates is [.., var last] ? last.GuestHz : RefusedLines > 0 ? null : GuestTscHz;

    /// <summary>When the line with these rates was written; null when no line tells, or a line without a year or time zone.</summary>
    public DateTimeOffset? At { get; init; }

    /// <summary>The same as the log writes it; null when no line tells.</summary>
    public string? Written { get; init; }

    /// <summary>(host - guest) / guest, in millionths; null without one of the two rates.</summary>
    public PartsPerMillion? DifferencePpm => HostHz is { } host && GuestHz is { } guest ? host.DifferenceFrom(guest) : null;

    /// <summary>Where the machine was when the newest of these lines was written: home, away or unknown.</summary>
    public Placement Placement { get; init; } = Placement.Unknown;

    /// <summary>What the difference amounts to; null without one.</summary>
    public FrequencyComparison? Comparison { get; init; }
}

/// <summary>A line of a log that says how the host's TSC becomes the guest's.</summary>
/// <param name="At">When it was written; null when the line has no year or no time zone.</param>
/// <param name="HostHz">The rate of the host's TSC.</param>
/// <param name="GuestHz">The rate of the guest's TSC.</param>
public sealed record LoggedRate(DateTimeOffset? At, Frequency HostHz, Frequency GuestHz);
