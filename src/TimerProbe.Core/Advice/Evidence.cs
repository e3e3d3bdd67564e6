namespace TimerProbe.Core.Advice;

/// <summary>A figure that shows a finding.</summary>
/// <param name="Unit">The value's unit; null where it has none.</param>
public sealed record Evidence(string What, string Value, string? Unit, string Source);
