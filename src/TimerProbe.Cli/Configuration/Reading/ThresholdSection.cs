using TimerProbe.Core.Advice;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads from where on something is worth a finding; what is left out stays as it is without a configuration.</summary>
internal static class ThresholdSection
{
    private const double MostPercent = 100;
    private const int MostMachines = 1_000;

    public static FleetThresholds Read(SectionReader section)
    {
        var usual = FleetThresholds.Default;
        var thresholds = new FleetThresholds
        {
            ReadyPercent = section.Positive("readyPercent", MostPercent) ?? usual.ReadyPercent,
            CoStopPercent = section.Positive("coStopPercent", MostPercent) ?? usual.CoStopPercent,
            LimitedPercent = section.Positive("limitedPercent", MostPercent) ?? usual.LimitedPercent,
            SlowMachinesOfHost = section.Count("slowMachinesOfHost", 1, MostMachines) ?? usual.SlowMachinesOfHost,
        };
        section.Finish();
        return thresholds;
    }
}
