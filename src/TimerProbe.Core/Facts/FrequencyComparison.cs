namespace TimerProbe.Core.Facts;

/// <summary>How large a difference of two frequencies is.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<FrequencyComparison>))]
public enum FrequencyComparison
{
    /// <summary>At most 20 ppm.</summary>
    Equal,

    /// <summary>At most the tolerance.</summary>
    Near,

    /// <summary>Beyond the tolerance.</summary>
    Different,

    /// <summary>Beyond 10,000 ppm: another processor model.</summary>
    OtherModel,
}
