namespace TimerProbe.Core.Facts;

/// <summary>Where a virtual machine is, as its clock sees it.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Placement>))]
public enum Placement
{
    /// <summary>On a host whose frequency is that of its power-on within the tolerance.</summary>
    Home,

    /// <summary>On a host with a different frequency.</summary>
    Away,

    /// <summary>Not known; never to be taken for home.</summary>
    Unknown,

    /// <summary>Powered off or suspended.</summary>
    Off,
}
