namespace TimerProbe.Core.Placement;

/// <summary>
/// Learns how much a server's figures lose. Real-time samples are cut once. Whether a server cuts again each time it makes longer periods
/// of shorter ones, nobody has said: with four more cuts that are not allowed for, up to one home in five comes out wrong. Losses of many
/// samples even out, so that twice the loss covers them; where the samples of homes that are found fit a single cut, that is believed.
/// </summary>
/// <param name="Samples">How many samples of homes that were found it was learnt from.</param>
/// <param name="CutOnce">How many of them fit a single cut.</param>
public sealed record StatisticsCut(int Samples = 0, int CutOnce = 0)
{
    private const int EnoughSamples = 100;
    private const double MostMisfits = 0.03;

    /// <summary>What both figures may have lost, in their units.</summary>
    public int Units => Samples >= EnoughSamples && Samples - CutOnce <= Samples * MostMisfits ? 1 : 2;

    /// <summary>What is known with a further home that was found.</summary>
    public StatisticsCut Learn(StatisticsHome home)
    {
        ArgumentNullException.ThrowIfNull(home);
        return new StatisticsCut(Samples + home.Samples, CutOnce + home.SamplesCutOnce);
    }
}
