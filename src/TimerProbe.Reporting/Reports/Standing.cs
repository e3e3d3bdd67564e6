namespace TimerProbe.Reporting.Reports;

/// <summary>The standing of a machine, the worst first; each kind is drawn and counted apart.</summary>
public enum Standing
{
    WrongTime,

    Slow,

    ExpectedSlow,

    Open,

    Unaffected,

    Unknown,

    Home,

    Off,
}
