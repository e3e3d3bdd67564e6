using System.Text.Json.Serialization;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>What kept the process from its processors between its start and the end of measuring.</summary>
public sealed record CpuPressureFacts
{
    /// <summary>The time that the figures below cover.</summary>
    public double? OverMs { get; init; }

    /// <summary>Processors' worth of time the tightest CPU quota allows; null without one.</summary>
    public double? Quota { get; init; }

    /// <summary>Time the control group stood still for its quota during the run.</summary>
    public double? ThrottledMs { get; init; }

    /// <summary>Time the hypervisor ran something else during the run, all processors together.</summary>
    public double? StealMs { get; init; }

    /// <summary>Time this process was ready to run and waited for a processor during the run.</summary>
    public double? WaitedMs { get; init; }

    /// <summary>The limit the hypervisor puts on this virtual machine, as VMware Tools tells it; null without one.</summary>
    [JsonConverter(typeof(CapacityJsonConverter))]
    public Frequency? LimitHz { get; init; }
}
