namespace TimerProbe.Fleet.Tests.Running;

/// <summary>Lines of a guest's watch.</summary>
internal static class SampleWatch
{
    public static WatchLine Line(
        string name, DateTimeOffset at, ClockState? state, WatchEvent because = WatchEvent.Changed, string? uuid = null) => new()
        {
            Id = Guid.CreateVersion7(at),
            Tool = new ToolInfo("0.1.0"),
            Machine = new WatchedMachine(name, uuid),
            At = at,
            Event = because,
            State = state,
            Cause = state is null ? null : state == ClockState.Slow ? ClockCause.TscTrapped : ClockCause.None,
            PreciseTimeNs = state is null ? null : new Duration(state == ClockState.Slow ? 1180 : 24),
            Since = state is null ? null : at.AddSeconds(-20),
            Steps = [],
            Beside = new WatchBeside(20, 3, 0, []),
        };

    public static WatchLine Moved(this WatchLine line, params DateTimeOffset[] at) => line with
    {
        Beside = line.Beside with { Moves = [.. at.Select(moved => new WatchedMove(moved, moved.AddMinutes(-1), "0xaa", $"0x{moved.Minute:x2}", null, null))] },
    };
}
