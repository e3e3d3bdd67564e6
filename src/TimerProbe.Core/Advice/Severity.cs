namespace TimerProbe.Core.Advice;

/// <summary>How much a finding matters.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Severity>))]
public enum Severity { Info, Warning, Critical }
