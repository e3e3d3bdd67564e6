namespace TimerProbe.Core.Facts;

/// <summary>What a log of the hypervisor, <c>vmware.log</c>, says of a virtual machine's TSC. Every text is as the log has it.</summary>
public sealed record VmLog
{
    // Without scaling, offsetting stayed on at 35.4 ppm, and not at 168,591 ppm: public logs of Workstation.
    private const double Offset = 35;

    /// <summary>The file, as it was named.</summary>
    [Pseudonym(NameKind.File)]
    public required string File { get; init; }

    /// <summary>The machine's name, <c>displayName</c>; null when the log does not say.</summary>
    [Pseudonym(NameKind.Vm)]
    public string? Name { get; init; }

    /// <summary>Its SMBIOS UUID, <c>uuid.bios</c>, in lower case with dashes; null when the log does not say.</summary>
    [Pseudonym(NameKind.Uuid)]
    public string? Uuid { get; init; }

    /// <summary>The path of its configuration; null when the log does not say.</summary>
    [Pseudonym(NameKind.File)]
    public string? ConfigFile { get; init; }

    /// <summary>The host that wrote the log; null when the log does not say.</summary>
    [Pseudonym(NameKind.Host)]
    public string? Host { get; init; }

    /// <summary>The product, such as <c>VMware ESX</c>; null when the log does not say.</summary>
    public string? Product { get; init; }

    /// <summary>Its version, such as <c>8.0.2</c>; null when the log does not say.</summary>
    public string? Version { get; init; }

    /// <summary>Its build, such as <c>build-22380479</c>; null when the log does not say.</summary>
    public string? Build { get; init; }

    /// <summary>
    /// The latest conversions of the TSC from host to guest, the newest last: each is a power-on, a resume or an arrival from
    /// another host. What stood before a line that cannot be read is left out of the list, for it no longer holds.
    /// </summary>
    public IReadOnlyList<LoggedRate> Rates { get; init => field = value ?? []; } = [];

    /// <summary>How many lines about rates could not be read, or have frequencies outside of 1 MHz to 100 GHz.</summary>
    public int RefusedLines { get; init; }

    /// <summary>The host's TSC rate that the log says is used; null when it does not say.</summary>
    public Frequency? HostTscHz { get; init; }

    /// <summary>The TSC rate the guest reads from CPUID leaf 0x40000010; null when the log does not say.</summary>
    public Frequency? GuestTscHz { get; init; }

    /// <summary>
    /// Whether the processor scales the TSC for the machine, <c>TSC scaling enabled.</c> or <c>Disabling TSC scaling since ...</c>,
    /// by the newest of these lines; null when no line says so, as before Workstation 12.
    /// </summary>
    public TscFeature? Scaling { get; init; }

    /// <summary>The hypervisor's sentence about that, with its reason; null without such a line.</summary>
    public string? ScalingLine { get; init; }

    /// <summary>
    /// Whether the processor offsets the TSC for the machine, by the newest of these lines; null without such a line. Where both are
    /// disabled every read of the TSC traps.
    /// </summary>
    public TscFeature? Offsetting { get; init; }

    /// <summary>The hypervisor's sentence about that where it is disabled, with its reason; null without such a line.</summary>
    public string? OffsettingLine { get; init; }

    /// <summary>
    /// The hypervisor's sentence that it keeps time by another clock than the TSC, <c>PTSC: using reference clock</c>, so that nothing
    /// here says whether reads trap; null where it goes by the TSC, or does not say.
    /// </summary>
    public string? ReferenceClockLine { get; init; }

    /// <summary>The monitor's own estimate of the host's TSC rate; null when the log does not say.</summary>
    public Frequency? VmmonHz { get; init; }

    /// <summary>Whether the log is of a power-on that failed: the machine never ran.</summary>
    public bool NeverStarted { get; init; }

    /// <summary>
    /// Whether the host's processor offers TSC scaling: <c>Use TSC scaling</c>, on AMD bit 4 of EDX of CPUID 8000000A; null when no
    /// line says so. It may be offered and not be used.
    /// </summary>
    public bool? CanScale { get; init; }

    /// <summary>The maker of the host's processor, such as <c>GenuineIntel</c>; null when the log does not say.</summary>
    public string? CpuVendor { get; init; }

    /// <summary>The brand string of the host's processor; null when the log does not say.</summary>
    public string? CpuModel { get; init; }

    /// <summary>Its family by CPUID, the extended one added; null when the log does not say.</summary>
    public int? CpuFamily { get; init; }

    /// <summary>Its model by CPUID, the extended one included; null when the log does not say.</summary>
    public int? CpuModelNumber { get; init; }

    /// <summary>Whether the host was itself under a hypervisor, by CPUID; null when the log does not say.</summary>
    public bool? UnderHypervisor { get; init; }

    /// <summary>
    /// When the machine was last reset after the line with its rates without another: it had them until then. Null without such a
    /// reset, and for products before Workstation 16.2 and ESXi 7.0.3, which write another line at a reset.
    /// </summary>
    public DateTimeOffset? KeptAt { get; init; }

    /// <summary>
    /// Whether the host scales the TSC, by the hypervisor's decision, else by what its processor offers; null when the log does not
    /// say. AMD's processors offer it where the hypervisor refuses it, as on hosts that adjust their TSCs.
    /// </summary>
    public bool? HostScales =>
        Scaling is { } scaling ? scaling == TscFeature.Enabled
        : CanScale == true && CpuVendor != "GenuineIntel" ? null
        : CanScale;

    /// <summary>
    /// Whether scaling was refused because the host has adjusted its TSCs: that says something of this host, not of its processor.
    /// </summary>
    [JsonIgnore]
    public bool IsTscAdjusted => Scaling == TscFeature.Disabled && ScalingLine?.Contains("adjusted", StringComparison.Ordinal) == true;

    /// <summary>The host's TSC rate when the newest of these lines was written; null when no line has it.</summary>
    public Frequency? HostHz => Rates is [.., var last] ? last.HostHz : RefusedLines > 0 ? null : HostTscHz;

    /// <summary>The guest's TSC rate, that of its power-on; null when no line has it.</summary>
    public Frequency? GuestHz => Rates is [.., var last] ? last.GuestHz : RefusedLines > 0 ? null : GuestTscHz;

    /// <summary>Whether the log has the last word: the hypervisor neither scales nor offsets the TSC, so that each read traps.</summary>
    [JsonIgnore]
    public bool IsTrapRecorded => this is { Scaling: TscFeature.Disabled, Offsetting: TscFeature.Disabled, ReferenceClockLine: null };

    /// <summary>
    /// Whether reads of the clock trapped, or are expected to have: the TSC neither scaled nor offset, at whatever difference. Null
    /// where the log does not say. Where it says nothing of offsetting, differences below 35 ppm are offset on every host.
    /// </summary>
    public bool? ClockReadsTrap => Placement switch
    {
        _ when NeverStarted || ReferenceClockLine is not null => null,
        _ when IsTrapRecorded => true,
        Placement.Home => false,
        Placement.Away when HostScales == true || Offsetting == TscFeature.Enabled || DifferencePpm?.Magnitude.Value < Offset => false,
        Placement.Away when HostScales == false => true,
        _ => null,
    };

    /// <summary>When the line with these rates was written; null when no line has it, or a line without a year or time zone.</summary>
    public DateTimeOffset? At { get; init; }

    /// <summary>The same as the log writes it; null when no line has it.</summary>
    public string? Written { get; init; }

    /// <summary>(host - guest) / guest, in millionths; null without one of the two rates.</summary>
    public PartsPerMillion? DifferencePpm => HostHz is { } host && GuestHz is { } guest ? host.DifferenceFrom(guest) : null;

    /// <summary>Where the machine was when the newest of these lines was written: home, away or unknown.</summary>
    public Placement Placement { get; init; } = Placement.Unknown;

    /// <summary>How large the difference is; null without one.</summary>
    public FrequencyComparison? Comparison { get; init; }
}

/// <summary>A line of a log that says how the host's TSC becomes the guest's.</summary>
/// <param name="At">When it was written; null when the line has no year or no time zone.</param>
/// <param name="HostHz">The rate of the host's TSC.</param>
/// <param name="GuestHz">The rate of the guest's TSC.</param>
public sealed record LoggedRate(DateTimeOffset? At, Frequency HostHz, Frequency GuestHz);

/// <summary>What the hypervisor did with a feature of the processor.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<TscFeature>))]
public enum TscFeature
{
    /// <summary>It uses it.</summary>
    Enabled,

    /// <summary>It does not.</summary>
    Disabled,
}
