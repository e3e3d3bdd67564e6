namespace TimerProbe.Cli.Output.Watch;

/// <summary>Where <c>watch</c> writes.</summary>
/// <param name="Output">The form of what is written as it happens, and where to.</param>
/// <param name="Log">A file for lines of JSON besides; null for none.</param>
/// <param name="Metrics">A file for gauges besides; null for none.</param>
internal sealed record WatchOutputSettings(OutputSettings Output, string? Log, string? Metrics);
