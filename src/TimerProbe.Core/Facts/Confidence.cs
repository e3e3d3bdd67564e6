namespace TimerProbe.Core.Facts;

/// <summary>How a statement is known.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Confidence>))]
public enum Confidence
{
    /// <summary>By a measurement of the thing itself.</summary>
    Measured,

    /// <summary>It follows from what was measured.</summary>
    Inferred,

    /// <summary>By what is published or reported; not tried on a real ESXi host.</summary>
    Expected,
}
