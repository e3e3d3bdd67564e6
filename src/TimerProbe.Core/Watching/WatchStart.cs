namespace TimerProbe.Core.Watching;

/// <summary>What is known when watching begins.</summary>
/// <param name="Services">Reads what sets the clock; null where nothing does.</param>
public sealed record WatchStart(
    ToolInfo Tool, MachineFacts Machine, WatchMoment Moment, Func<IReadOnlyList<string>?>? Services = null);
