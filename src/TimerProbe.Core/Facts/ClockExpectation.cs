namespace TimerProbe.Core.Facts;

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
