using FsCheck;
using FsCheck.Fluent;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Watching;
using static TimerProbe.Core.Tests.Watching.Samples;

namespace TimerProbe.Core.Tests.Watching;

/// <summary>What must hold however the samples scatter and whichever of them are starved.</summary>
public sealed class ChangeDetectorProperties
{
    /// <summary>How a sample departs from its level: by noise, and where it is starved by load that hits all sources.</summary>
    private sealed record Disturbance(double Noise, bool Starved, double Load);

    [Fact]
    public void Stationary_noise_is_never_a_change() => Prop.ForAll(Disturbances(300, starvedPercent: 60), disturbances =>
    {
        var changes = Changes(disturbances.Select((disturbance, i) => Disturbed(Native(i + 1), disturbance)));
        return changes.TrueForAll(change => change.From is null);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(300)));

    [Fact]
    public void Stationary_noise_of_a_trapped_clock_is_never_a_change_either() => Prop.ForAll(Disturbances(300, starvedPercent: 60), disturbances =>
    {
        var changes = Changes(disturbances.Select((disturbance, i) => Disturbed(Trapped(i + 1), disturbance)));
        return changes.TrueForAll(change => change.From is null);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(300)));

    [Fact]
    public void There_and_back_is_exactly_two_changes_at_the_right_samples() => Prop.ForAll(Disturbances(90, starvedPercent: 30), Phases, (disturbances, phases) =>
    {
        var (there, back) = phases;
        WatchSample[] samples =
        [
            .. disturbances.Select((disturbance, i) => Disturbed(i + 1 >= there && i + 1 < back ? Trapped(i + 1) : Native(i + 1), disturbance)),
        ];
        if (!IsServedThrice(samples, 1, there) || !IsServedThrice(samples, there, back) || !IsServedThrice(samples, back, samples.Length + 1))
        {
            return true;
        }

        var changes = Changes(samples).FindAll(change => change.From is not null);
        return changes.Count == 2
            && changes[0] is { To.Cause: ClockCause.TscTrapped } slower && IsRight(slower, there, samples)
            && changes[1] is { To.Cause: ClockCause.None } faster && IsRight(faster, back, samples);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(1000)));

    private static Arbitrary<(int There, int Back)> Phases =>
        (from there in Gen.Choose(10, 40) from length in Gen.Choose(10, 40) select (there, there + length)).ToArbitrary();

    private static Arbitrary<Disturbance[]> Disturbances(int count, int starvedPercent) =>
        (from noise in Gen.Choose(75, 135)
         from starved in Gen.Choose(1, 100)
         from load in Gen.Choose(10, 300)
         select new Disturbance(noise / 100.0, starved <= starvedPercent, load / 10.0)).ArrayOf(count).ToArbitrary();

    private static WatchSample Disturbed(WatchSample sample, Disturbance disturbance) =>
        disturbance.Starved ? sample.Loaded(disturbance.Noise * disturbance.Load).Starved() : sample.Loaded(disturbance.Noise);

    // After the last sample before the switch, and not later than the first after it that was served.
    private static bool IsRight(LevelChange change, int switchedAt, WatchSample[] samples) =>
        change.LastBefore!.Sample < switchedAt
        && change.First.Sample >= switchedAt
        && change.First.Sample <= samples.First(sample => sample.Number >= switchedAt && sample.Served).Number
        && change.Confirmed.Sample > change.First.Sample;

    private static bool IsServedThrice(WatchSample[] samples, int from, int before) =>
        samples.Count(sample => sample.Served && sample.Number >= from && sample.Number < before) >= 3;

    private static List<LevelChange> Changes(IEnumerable<WatchSample> samples)
    {
        var detector = new ChangeDetector();
        return [.. samples.Select(detector.Take).OfType<LevelChange>()];
    }
}
