namespace TimerProbe.Core.Facts;

/// <summary>Why a home is believed.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<HomeSource>))]
public enum HomeSource
{
    /// <summary>vCenter's events.</summary>
    Event,

    /// <summary>An earlier scan of this tool.</summary>
    History,

    /// <summary>The frequency the hypervisor reports to the guest.</summary>
    Guest,

    /// <summary>A log of the hypervisor, <c>vmware.log</c>.</summary>
    Log,

    /// <summary>vCenter's statistics of the time it was powered on.</summary>
    Statistics,

    /// <summary>Every host where it can have been powered on has one frequency.</summary>
    OnlyClass,
}
