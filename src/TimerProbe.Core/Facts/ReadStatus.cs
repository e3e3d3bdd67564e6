namespace TimerProbe.Core.Facts;

/// <summary>How much could be read.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ReadStatus>))]
public enum ReadStatus
{
    /// <summary>Everything that was asked for.</summary>
    Complete,

    /// <summary>Some of it; the problems say what is missing.</summary>
    Partial,

    /// <summary>Nothing.</summary>
    Failed,
}
