namespace TimerProbe.Cli.Output.Watch;

internal sealed record WatchOutputSettings(OutputSettings Output, string? Log, string? Metrics);
