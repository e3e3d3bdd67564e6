using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Phases of another cost among batches in the order of time: runs of batches at another level, long enough and at one level, while the
/// control was not slowed. Those that only interruptions part are one.
/// </summary>
/// <param name="Batches">The batches of all of them.</param>
/// <param name="Count">How many there are.</param>
/// <param name="IsLasting">Whether the last one had not ended with the last batch.</param>
/// <param name="Share">Their share of the time spent in batches, 0 to 1.</param>
internal sealed record Phases(IReadOnlyList<PhaseSample> Batches, int Count, bool IsLasting, double Share)
{
    // Being interrupted hits one batch, rarely two.
    private const int LevelRun = 3;
    private const double OneLevel = 1.5;
    private const double ShortShare = 0.5;

    // A time slice of a scheduler or a hypervisor is longer, a burst of interrupts is seldom as long.
    private static readonly Duration Shortest = Duration.FromMicroseconds(200);

    /// <summary>Whether there was one only, and a short one: it may never come back.</summary>
    public bool IsOnce => Count == 1 && Share < ShortShare;

    /// <summary>Finds them.</summary>
    /// <param name="samples">The batches.</param>
    /// <param name="measured">The usual cost of a read.</param>
    /// <param name="batch">What a batch is.</param>
    public static Phases From(IReadOnlyList<PhaseSample> samples, Duration measured, PhaseBatch batch)
    {
        if (samples.Count == 0)
        {
            return new Phases([], 0, IsLasting: false, Share: 0);
        }

        var slowStep = VerdictTable.SameFactor * OrderStatistics.Quantile([.. samples.Select(sample => sample.Step).Order()], 0.5);
        var (found, run, count, usual) = (new List<PhaseSample>(), new List<PhaseSample>(), 0, LevelRun);
        foreach (var sample in samples)
        {
            var isOff = VerdictTable.DifferInState(new Duration(sample.Cost), measured);
            if (isOff && sample.Step <= slowStep)
            {
                run.Add(sample);
                continue;
            }

            EndRun();
            usual += isOff ? 0 : 1;
        }

        EndRun();
        return new Phases(found, count, usual < LevelRun, found.Sum(sample => sample.Took.Nanoseconds) / samples.Sum(sample => sample.Took.Nanoseconds));

        void EndRun()
        {
            if (IsPhase(run, batch))
            {
                found.AddRange(run);
                count += usual >= LevelRun ? 1 : 0;
                usual = 0;
            }

            run.Clear();
        }
    }

    /// <summary>Whether a run is long enough, by what its batches cost when nobody interrupts them, and at one level: interruptions come in bursts too, but no two cost the same.</summary>
    private static bool IsPhase(List<PhaseSample> run, PhaseBatch batch)
    {
        if (run.Count < LevelRun)
        {
            return false;
        }

        double[] costs = [.. run.Select(sample => sample.Cost).Order()];
        var took = run.Count * ((OrderStatistics.Quantile(costs, 0.5) * batch.Calls) + (run[0].Step * batch.Steps));
        return took >= Shortest.Nanoseconds
            && OrderStatistics.Quantile(costs, 0.75) <= OneLevel * OrderStatistics.Quantile(costs, 0.25);
    }
}

/// <summary>A batch of reads and one of the control after it.</summary>
/// <param name="Cost">What a read cost in most parts of the batch, in ns.</param>
/// <param name="Took">How long the reads took.</param>
/// <param name="Step">What a step of the control cost, in ns.</param>
internal readonly record struct PhaseSample(double Cost, Duration Took, double Step);

/// <summary>What a batch is.</summary>
/// <param name="Calls">Reads of the clock.</param>
/// <param name="Steps">Steps of the control after them.</param>
internal readonly record struct PhaseBatch(int Calls, int Steps);
