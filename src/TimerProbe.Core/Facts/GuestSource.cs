namespace TimerProbe.Core.Facts;

/// <summary>How a guest's result came to a scan.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<GuestSource>))]
public enum GuestSource
{
    /// <summary>The guest left it with its hypervisor, and vCenter shows it among the machine's settings.</summary>
    Published,

    /// <summary>A file of a folder that was given to the scan.</summary>
    File,

    /// <summary>A store.</summary>
    Store,
}
