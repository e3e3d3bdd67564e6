using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Facts;

/// <summary>What told the guest the frequency of its TSC.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<TscRateSource>))]
public enum TscRateSource
{
    /// <summary>CPUID 0x40000010.</summary>
    Cpuid,

    /// <summary>The multiplier of the hypervisor's reference page.</summary>
    ReferencePage,
}
