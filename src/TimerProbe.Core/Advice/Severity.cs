using System.Text.Json.Serialization;

namespace TimerProbe.Core.Advice;

/// <summary>How much a finding matters.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Severity>))]
public enum Severity
{
    /// <summary>Good to know.</summary>
    Info,

    /// <summary>Worth a look.</summary>
    Warning,

    /// <summary>Costs work now.</summary>
    Critical,
}
