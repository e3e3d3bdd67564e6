namespace TimerProbe.Core.Advice;

/// <summary>A figure that shows a finding.</summary>
/// <param name="What">What was looked at.</param>
/// <param name="Value">Its value; plain digits and an invariant decimal point where it is a number.</param>
/// <param name="Unit">The value's unit; null where it has none.</param>
/// <param name="Source">Where the value comes from, such as <c>measured here</c>.</param>
public sealed record Evidence(string What, string Value, string? Unit, string Source);
