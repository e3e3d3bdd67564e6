using System.Text.Json.Serialization;

namespace TimerProbe.Core.Facts;

/// <summary>A processor's family and model, by the register EAX of CPUID level 1 (Intel SDM 2A, CPUID; AMD APM 3, E.3.2).</summary>
/// <param name="Family">The family, the extended one added.</param>
/// <param name="Model">The model, the extended one before it.</param>
public readonly record struct ProcessorSignature(int Family, int Model)
{
    private const int Extended = 0xF;
    private const int IntelFamily = 6;

    /// <summary>From the register.</summary>
    public static ProcessorSignature From(uint eax)
    {
        var (family, model) = ((int)(eax >> 8) & 0xF, (int)(eax >> 4) & 0xF);
        return new ProcessorSignature(
            family == Extended ? family + ((int)(eax >> 20) & 0xFF) : family,
            family is Extended or IntelFamily ? model + (((int)(eax >> 16) & 0xF) << 4) : model);
    }
}

/// <summary>Whether a guest reads the TSC at another rate than the host's without an exit: the processor can, and ESXi uses it.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<TscScaling>))]
public enum TscScaling
{
    /// <summary>No source says, or sources disagree.</summary>
    Unknown,

    /// <summary>It does, or is expected to: a virtual machine away there is not slow.</summary>
    Yes,

    /// <summary>It does not, or is not expected to: a virtual machine away there is slow.</summary>
    No,
}

/// <summary>The source that says whether a host scales the TSC, the strongest first.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<TscScalingSource>))]
public enum TscScalingSource
{
    /// <summary>Guests of machines away there, or on hosts of its class, measured it.</summary>
    Measured,

    /// <summary>The hypervisor wrote it into a <c>vmware.log</c>.</summary>
    Log,

    /// <summary>It is itself a virtual machine: scaling is not offered to nested hypervisors.</summary>
    Nested,

    /// <summary>Its processor and release of ESXi: expected.</summary>
    Processor,
}

/// <summary>What a machine's log says of the host that wrote it.</summary>
/// <param name="Scales">Whether the host scales the TSC.</param>
/// <param name="IsOfClass">
/// Whether hosts of the same class do so too: by a log of an Intel host that is not nested and has not adjusted its TSCs.
/// </param>
/// <param name="Machine">The machine's name.</param>
/// <param name="At">When the line was written.</param>
/// <param name="Line">The hypervisor's sentence, or what its processor offers.</param>
public sealed record LoggedScaling(
    bool Scales,
    bool IsOfClass,
    [property: Pseudonym(NameKind.Vm)] string Machine,
    DateTimeOffset At,
    string Line);

/// <summary>How the clock of a machine that is away reads.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockExpectation>))]
public enum ClockExpectation
{
    /// <summary>Its guest measured it slow.</summary>
    Slow,

    /// <summary>Its host does not scale the TSC.</summary>
    ExpectedSlow,

    /// <summary>It is not known whether its host scales the TSC.</summary>
    Open,

    /// <summary>Its host scales the TSC, the difference is too small to matter, or it reads the raw TSC.</summary>
    ExpectedFast,

    /// <summary>Its guest measured it healthy.</summary>
    Fast,
}

/// <summary>
/// Hosts of one processor model and one release of ESXi, which scale the TSC alike. Nested hosts and those whose processor is not known
/// are in none.
/// </summary>
public sealed record HostClass
{
    /// <summary>The processor's maker, <c>intel</c> or <c>amd</c>; null in a document without it.</summary>
    public string? Vendor { get; init; }

    /// <summary>The processor's family (CPUID level 1); null in a document without it.</summary>
    public int? CpuFamily { get; init; }

    /// <summary>The processor's model within its family; null in a document without it.</summary>
    public int? CpuModelNumber { get; init; }

    /// <summary>The major and minor version of ESXi, such as <c>7.0</c>; null when not known.</summary>
    public string? Esxi { get; init; }

    /// <summary>The processors by their brand strings, shortened; of several the first with how many more there are.</summary>
    public required string Processor { get; init; }

    /// <summary>The names of its hosts.</summary>
    [Pseudonym(NameKind.Host)]
    public IReadOnlyList<string> Hosts { get; init => field = value ?? []; } = [];

    /// <summary>Whether its hosts scale the TSC, where nothing else is known of one.</summary>
    public TscScaling TscScaling { get; init; }

    /// <summary>How many machines are away on its hosts; those that read the raw TSC are not counted.</summary>
    public int Away { get; init; }

    /// <summary>How many of them were measured fast.</summary>
    public int MeasuredFast { get; init; }

    /// <summary>How many of them were measured slow.</summary>
    public int MeasuredSlow { get; init; }

    /// <summary>How many of them may be fast or slow.</summary>
    public int Open { get; init; }

    /// <summary>
    /// The fewest results that settle the open ones: the guests together, or a log alone. Empty where none is open.
    /// </summary>
    public IReadOnlyList<SettlingResult> SettleBy { get; init => field = value ?? []; } = [];

    /// <summary>The unique name of a class in its vCenter: <c>intel-6-85-7.0</c>.</summary>
    [JsonIgnore]
    public string Id => this is { Vendor: not null, CpuFamily: not null, CpuModelNumber: not null }
        ? FormattableString.Invariant($"{Vendor}-{CpuFamily}-{CpuModelNumber}-{Esxi}")
        : $"{Processor}-{Esxi}";
}

/// <summary>A result that would settle whether hosts scale the TSC.</summary>
/// <param name="Kind">Of which kind.</param>
/// <param name="Machine">The machine: in its guest, or by its <c>vmware.log</c>.</param>
/// <param name="Host">The host it is on.</param>
public sealed record SettlingResult(
    SettlingKind Kind,
    [property: Pseudonym(NameKind.Vm)] string Machine,
    [property: Pseudonym(NameKind.Host)] string Host);

/// <summary>Kinds of results that settle whether hosts scale the TSC.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SettlingKind>))]
public enum SettlingKind
{
    /// <summary>A check inside the guest.</summary>
    Guest,

    /// <summary>The machine's <c>vmware.log</c>.</summary>
    Log,
}
