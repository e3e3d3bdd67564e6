using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Facts;

/// <summary>What of VMware Tools told the host's processor speed.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<HostSpeedSource>))]
public enum HostSpeedSource
{
    /// <summary>The performance counter "Host processor speed in MHz".</summary>
    PerformanceCounter,

    /// <summary>The command <c>vmware-toolbox-cmd stat speed</c>.</summary>
    ToolboxCommand,
}
