namespace TimerProbe.Reporting.Reports;

/// <summary>The standing of a machine, the worst first; each kind is drawn and counted apart.</summary>
public enum Standing
{
    /// <summary>Measured slow in the guest, wherever it is.</summary>
    Slow,

    /// <summary>Away on a host that does not scale the TSC.</summary>
    ExpectedSlow,

    /// <summary>Away on a host of which it is not known whether it scales the TSC.</summary>
    Open,

    /// <summary>Away, and measured or expected to be fast.</summary>
    Unaffected,

    /// <summary>Its home is unknown.</summary>
    Unknown,

    /// <summary>At home.</summary>
    Home,

    /// <summary>Powered off or suspended.</summary>
    Off,
}
