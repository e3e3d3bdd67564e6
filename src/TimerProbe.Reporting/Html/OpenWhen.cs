namespace TimerProbe.Reporting.Html;

/// <summary>The attribute that has a <c>details</c> element open, or nothing.</summary>
/// <param name="Open">Whether it is open.</param>
internal readonly record struct OpenWhen(bool Open);
