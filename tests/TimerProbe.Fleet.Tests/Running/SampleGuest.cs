namespace TimerProbe.Fleet.Tests.Running;

/// <summary>Checks of a guest.</summary>
internal static class SampleGuest
{
    public static CheckDocument Check(string name, string? uuid, DateTimeOffset at, ClockState state) => new()
    {
        Id = Guid.CreateVersion7(at),
        Tool = new ToolInfo("0.1.0"),
        StartedAt = at,
        Machine = new MachineFacts
        {
            Name = name,
            SmbiosUuid = uuid,
            Os = "Windows Server 2022 (20348)",
            Architecture = "x64",
            Hypervisor = new HypervisorFacts { Present = true }
        },
        Clocks =
        [
            new ClockFacts
            {
                Source = ClockSource.PreciseTime,
                Api = "GetSystemTimePreciseAsFileTime",
                CallNs = state == ClockState.Slow
                    ? new CallCost(new Duration(1180.2), new Duration(1174), new Duration(1189.5), new Duration(1430))
                    : new CallCost(new Duration(25.1), new Duration(25), new Duration(25.3), new Duration(31)),
            },
        ],
        Control = new ControlFacts(new Duration(1.02), 0.01, Starved: false),
        Verdict = new Verdict(state, state == ClockState.Slow ? ClockCause.TscTrapped : ClockCause.None, Confidence.Measured, "because"),
        Findings = [],
        Timing = new CheckTiming(38.1, 92.5),
    };
}
