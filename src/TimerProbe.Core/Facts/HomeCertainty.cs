namespace TimerProbe.Core.Facts;

/// <summary>How sure a home is.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<HomeCertainty>))]
public enum HomeCertainty
{
    /// <summary>Measured or recorded.</summary>
    Certain,

    /// <summary>Inferred: to be measured in the guest before anything is done that costs.</summary>
    Inferred,
}
