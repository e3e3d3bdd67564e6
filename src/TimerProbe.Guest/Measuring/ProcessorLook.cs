using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Inspection;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// A short look at precise time on several processors: a verdict of one thread is that of the processors it happened to run on.
/// </summary>
/// <param name="precise">Precise time.</param>
/// <param name="processors">The processors that may be used.</param>
/// <param name="stoppage">When it has to end.</param>
internal sealed class ProcessorLook(ITimedCalls precise, IReadOnlyList<LogicalProcessor> processors, Stoppage stoppage)
{
    /// <summary>More are not looked at by a plain check; <c>--per-processor</c> takes all.</summary>
    public const int Most = 64;

    private const int Tries = 4;

    /// <summary>Looks at one processor after the other, and where one is off once more in reverse.</summary>
    /// <param name="measured">The median cost of a read as measured so far.</param>
    /// <returns>What was seen: processors that keep apart, or a cost that changed while nobody moved.</returns>
    public (ClockChange? Change, bool IsRestless) Measure(Duration measured)
    {
        var calls = (int)Math.Clamp(Duration.FromMicroseconds(4) / measured, 8, 256);
        LogicalProcessor[] looked = [.. Spread()];
        if (looked.Length < 2)
        {
            return (null, false);
        }

        var first = Pass(looked, calls);
        if (!Array.Exists(first, cost => IsOff(cost, measured)))
        {
            return (null, false);
        }

        Array.Reverse(looked);
        var second = Pass(looked, calls);
        Array.Reverse(second);
        return Compare(first, second);
    }

    private static (ClockChange? Change, bool IsRestless) Compare(Duration?[] first, Duration?[] second)
    {
        double[] known = [.. first.Concat(second).OfType<Duration>().Select(cost => cost.Nanoseconds)];
        var (low, high) = (new Duration(known.Min()), new Duration(known.Max()));
        if (!VerdictTable.Differ(low, high))
        {
            return (null, true);
        }

        var between = new Duration(Math.Sqrt(Math.Max(low.Nanoseconds, 1) * high.Nanoseconds));
        var slow = 0;
        for (var i = 0; i < first.Length; i++)
        {
            if (first[i] is { } one && second[i] is { } other)
            {
                if ((one > between) != (other > between))
                {
                    return (null, true);
                }

                slow += one > between ? 1 : 0;
            }
        }

        var both = first.Zip(second).Count(pair => pair is { First: not null, Second: not null });
        return slow > 0 && slow < both
            ? (new ClockChange(low, high, ClockChangeKind.Processors, Math.Round(slow / (double)both, 3)), false)
            : (null, true);
    }

    private static bool IsOff(Duration? cost, Duration measured) => cost is { } known && VerdictTable.Differ(known, measured);

    private IEnumerable<LogicalProcessor> Spread()
    {
        var step = Math.Max(1, (processors.Count + Most - 1) / Most);
        return processors.Where((_, index) => index % step == 0);
    }

    private Duration?[] Pass(LogicalProcessor[] looked, int calls) => Array.ConvertAll(looked, processor => Cost(processor, calls));

    /// <summary>The cheapest of a few batches, since an interruption can only add to one.</summary>
    private Duration? Cost(LogicalProcessor processor, int calls)
    {
        if (stoppage.IsDue || !ThreadAffinity.TryPin(processor, out var restore, out _))
        {
            return null;
        }

        using (restore)
        {
            var cheapest = double.MaxValue;
            for (var i = 0; i < Tries; i++)
            {
                cheapest = Math.Min(cheapest, precise.Run(calls).Nanoseconds / calls);
            }

            return new Duration(cheapest);
        }
    }
}
