namespace TimerProbe.Core.Documents;

/// <summary>How a machine's clock reads, as far as frequencies decide, and whether its host scales the TSC.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<PlannedClock>))]
public enum PlannedClock
{
    /// <summary>At home, measured fast, or on a host that scales the TSC.</summary>
    Fast,

    /// <summary>Not known: neither its home nor a measurement is, or it is undecided whether the host scales the TSC.</summary>
    Unknown,

    /// <summary>Measured slow, or away from home on a host that does not scale the TSC.</summary>
    Slow,
}
