namespace TimerProbe.Core.Facts;

/// <summary>A processor's family and model, by the register EAX of CPUID level 1 (Intel SDM 2A, CPUID; AMD APM 3, E.3.2).</summary>
/// <param name="Family">The family, the extended one added.</param>
/// <param name="Model">The model, the extended one before it.</param>
public readonly record struct ProcessorSignature(int Family, int Model)
{
    private const int Extended = 0xF;
    private const int IntelFamily = 6;

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

/// <summary>A result that would decide whether hosts scale the TSC.</summary>
/// <param name="Kind">Of which kind.</param>
/// <param name="Machine">The machine: in its guest, or by its <c>vmware.log</c>.</param>
/// <param name="Host">The host it is on.</param>
public sealed record SettlingResult(
    SettlingKind Kind,
    [property: Pseudonym(NameKind.Vm)] string Machine,
    [property: Pseudonym(NameKind.Host)] string Host);

/// <summary>Kinds of results that decide whether hosts scale the TSC.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SettlingKind>))]
public enum SettlingKind
{
    /// <summary>A check inside the guest.</summary>
    Guest,

    /// <summary>The machine's <c>vmware.log</c>.</summary>
    Log,
}
