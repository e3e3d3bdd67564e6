using System.Collections;

namespace TimerProbe.Core.Placement;

/// <summary>Finds the fewest changes that explain the samples; a lone one that fits neither neighbour covers a move, no stretch.</summary>
internal sealed class StatisticsStretches(HostFrequencies hosts, int processors, int cut)
{
    public const int MaxStretches = 12;

    // A sample that covers a move fits a third class at the cost of two changes, or none at that of one change and a misfit: the
    // former is cheaper, so that stays of two samples are found, and one of a single sample is dropped afterwards.
    private const double Change = 0.75;
    private const double Misfit = 1;

    // Where no class fits for long: an unknown frequency explains every sample, but none of them well.
    private const double NoClass = 0.6;

    private readonly int _states = hosts.Count + 1;

    public IReadOnlyList<FrequencyStretch> Of(IReadOnlyList<CpuSample> samples)
    {
        var line = Timeline(samples);
        var runs = Runs(line);
        // Nothing shows, by the latest samples, that turbo does not lift them.
        var mayBeTurbo = samples.Any(sample => sample.IsNearFull) || runs.Count == 0 || runs[^1].State == hosts.Count;
        var stretches = new List<FrequencyStretch>();
        for (var i = 0; i < runs.Count; i++)
        {
            var run = runs[i];
            if (GetFrequency(run, line, mayBeTurbo) is not { } range)
            {
                continue;
            }

            var to = i + 1 < runs.Count ? line[runs[i + 1].First].From : line[run.Last].To;
            var from = line[run.First].From;
            if (stretches is [.., var before] && before.Hz == range.Middle && before.To == from)
            {
                stretches[^1] = before with { To = to };
            }
            else
            {
                stretches.Add(new FrequencyStretch(from, to, range.Middle));
            }
        }

        if (stretches.Count > 0 && stretches[^1].To == line[^1].To)
        {
            stretches[^1] = stretches[^1] with { To = null };
        }

        return stretches.Count <= MaxStretches ? stretches : stretches[^MaxStretches..];
    }

    private static List<CpuSample> Timeline(IReadOnlyList<CpuSample> samples)
    {
        var line = new List<CpuSample>();
        var until = DateTimeOffset.MaxValue;
        foreach (var period in samples.Where(sample => sample.HasFrequency).GroupBy(sample => sample.Period).OrderBy(item => item.Key))
        {
            line.AddRange(period.Where(sample => sample.To <= until));
            var oldest = period.Min(sample => sample.From);
            until = oldest < until ? oldest : until;
        }

        line.Sort((left, right) => left.From.CompareTo(right.From));
        return line;
    }

    private List<(int State, int First, int Last)> Runs(List<CpuSample> line)
    {
        if (line.Count == 0)
        {
            return [];
        }

        var state = CheapestPath(line);
        var runs = new List<(int State, int First, int Last)>();
        for (var (i, first) = (1, 0); i <= line.Count; i++)
        {
            if (i < line.Count && state[i] == state[first])
            {
                continue;
            }

            if (i - first > 1)
            {
                runs.Add((state[first], first, i - 1));
            }

            first = i;
        }

        return runs;
    }

    private int[] CheapestPath(List<CpuSample> line)
    {
        var cost = new double[_states];
        // A state is gone into from itself or from the cheapest: a bit each.
        var (stays, cheapest) = (new BitArray(line.Count * _states), new int[line.Count]);
        for (var i = 0; i < line.Count; i++)
        {
            cheapest[i] = Array.IndexOf(cost, cost.Min());
            var change = cost[cheapest[i]] + Change;
            var range = line[i].CoreFrequency(processors, cut);
            for (var state = 0; state < _states; state++)
            {
                stays[(i * _states) + state] = cost[state] <= change;
                cost[state] = Math.Min(cost[state], change) + GetCost(state, range);
            }
        }

        var path = new int[line.Count];
        path[^1] = Array.IndexOf(cost, cost.Min());
        for (var i = line.Count - 1; i > 0; i--)
        {
            path[i - 1] = stays[(i * _states) + path[i]] ? path[i] : cheapest[i];
        }

        return path;
    }

    private double GetCost(int state, FrequencyRange range) => state == hosts.Count ? NoClass : hosts.Fits(state, range) ? 0 : Misfit;

    /// <summary>The frequency of a run; null when another class explains it as well, or no rate is narrow enough.</summary>
    private FrequencyRange? GetFrequency((int State, int First, int Last) run, List<CpuSample> line, bool mayBeTurbo)
    {
        var ranges = Enumerable.Range(run.First, run.Last - run.First + 1).Select(i => line[i].CoreFrequency(processors, cut)).ToList();
        if (run.State < hosts.Count)
        {
            var misfits = Misfits(run.State);
            var isRivalled = Enumerable.Range(0, hosts.Count).Any(other => other != run.State && Misfits(other) <= misfits);
            return isRivalled ? null : hosts.Exact(run.State);
        }

        var agreed = new AgreedRange();
        var agree = ranges.TrueForAll(range => range.Width >= StatisticsFrequency.BusyWidth || agreed.TryAdd(range));
        return agree && agreed.Count > 1 && agreed.Agreed is { IsOfClock: true, Width: < StatisticsFrequency.NarrowWidth }
            && !(mayBeTurbo && hosts.MayBeTurbo(agreed.Agreed))
            && hosts.FindWithOtherProcessors(agreed.Agreed, processors, 2 * processors).Count == 0 ? agreed.Agreed : null;

        int Misfits(int state) => ranges.Count(range => !hosts.Fits(state, range));
    }
}
