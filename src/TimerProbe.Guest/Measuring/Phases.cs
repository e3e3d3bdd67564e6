namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Phases of another cost among batches in the order of time: runs of batches at another level, long enough and at one level,
/// while the control was not slowed. Those that only interruptions part are one.
/// </summary>
/// <param name="Share">The share of phases of the time spent in batches, 0 to 1.</param>
internal sealed record Phases(IReadOnlyList<PhaseSample> Batches, int Count, bool IsLasting, double Share)
{
    // Being interrupted hits one batch, rarely two.
    private const int LevelRun = 3;
    private const double OneLevel = 1.5, ShortShare = 0.5;

    // A time slice of a scheduler or a hypervisor is longer, a burst of interrupts is seldom as long.
    private static readonly Duration Shortest = Duration.FromMicroseconds(200);

    public bool IsOnce => Count == 1 && Share < ShortShare;

    public static Phases From(IReadOnlyList<PhaseSample> samples, Duration measured, (int Calls, int Steps) batch)
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
        var share = found.Sum(sample => sample.Took.Nanoseconds) / samples.Sum(sample => sample.Took.Nanoseconds);
        return new Phases(found, count, usual < LevelRun, share);

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

    private static bool IsPhase(List<PhaseSample> run, (int Calls, int Steps) batch)
    {
        if (run.Count < LevelRun)
        {
            return false;
        }

        double[] costs = [.. run.Select(sample => sample.Cost).Order()];
        var took = run.Count * ((OrderStatistics.Quantile(costs, 0.5) * batch.Calls) + (run[0].Step * batch.Steps));
        return took >= Shortest.Nanoseconds && OrderStatistics.Quantile(costs, 0.75) <= OneLevel * OrderStatistics.Quantile(costs, 0.25);
    }
}
