namespace TimerProbe.Core.Facts;

/// <summary>Settings of a virtual machine that touch its clock.</summary>
public sealed record VirtualMachineSettings
{
    private static readonly Dictionary<string, string> None = [];

    /// <summary><c>monitor_control.virtual_rdtsc</c>; null when not set.</summary>
    public bool? VirtualRdtsc { get; init; }

    /// <summary><c>config.version</c>, such as <c>vmx-19</c>.</summary>
    public string? HardwareVersion { get; init; }

    /// <summary><c>vmx.reboot.powerCycle</c>; null when not set.</summary>
    public bool? RebootPowerCycle { get; init; }

    /// <summary>
    /// <c>config.latencySensitivity.level</c>: <c>low</c>, <c>normal</c>, <c>medium</c>, <c>high</c>; null when not reported.
    /// </summary>
    public string? LatencySensitivity { get; init; }

    /// <summary><c>config.cpuAllocation.limit</c> in MHz; null without a limit.</summary>
    public long? CpuLimitMhz { get; init; }

    /// <summary>The other keys that matter, by name.</summary>
    public IReadOnlyDictionary<string, string> Other { get; init => field = value ?? None; } = None;
}
