namespace TimerProbe.Core.Facts;

/// <summary>How far a source of a home goes.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<EvidenceCertainty>))]
public enum EvidenceCertainty
{
    /// <summary>Read inside the guest, of this power-on.</summary>
    Measured,

    /// <summary>Written down when it happened, by vCenter or the hypervisor, with the frequency of that time.</summary>
    Recorded,

    /// <summary>Concluded: it holds unless something happened that left no trace.</summary>
    Inferred,
}
