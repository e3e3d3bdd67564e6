namespace TimerProbe.Core.Placement;

/// <summary>
/// Learns how much a server's figures lose. Real-time samples are cut once. Whether a server cuts again each time it makes longer periods
/// of shorter ones, nobody has said: with four more cuts that are not allowed for, up to one home in five comes out wrong. Losses of many samples
/// even out, so that twice the loss covers them; where the samples of homes that are found fit a single cut, that is believed.
/// </summary>
public sealed class StatisticsCut
{
    private const int EnoughSamples = 100;
    private const double MostMisfits = 0.03;

    private int _samples;
    private int _cutOnce;

    /// <summary>What both figures may have lost, in their units.</summary>
    public int Units => _samples >= EnoughSamples && _samples - _cutOnce <= _samples * MostMisfits ? 1 : 2;

    /// <summary>Learns from a home that was found.</summary>
    public void Learn(StatisticsHome home)
    {
        ArgumentNullException.ThrowIfNull(home);
        _samples += home.Samples;
        _cutOnce += home.SamplesCutOnce;
    }
}
