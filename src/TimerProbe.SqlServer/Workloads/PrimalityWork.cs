using System.Runtime.CompilerServices;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>The divisors of the workload in C#: pure arithmetic, during which no clock is read.</summary>
public static class PrimalityWork
{
    public const long MaxIterations = 1_500_000_000;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static long MinFactor(long number)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(number, 2);
        if (number % 2 == 0)
        {
            return 2;
        }

        var root = (long)Math.Sqrt(number);
        for (long divisor = 3; divisor <= root; divisor += 2)
        {
            if (number % divisor == 0)
            {
                return divisor;
            }
        }

        return number;
    }

    public static long Iterations(long number, long smallestFactor) =>
        Math.Max(0, (Math.Min(smallestFactor, (long)Math.Sqrt(number)) - 1) / 2);

    /// <summary>The smallest prime whose test divides at least this often: each odd number from 3 to its root.</summary>
    /// <param name="iterations">1 to <see cref="MaxIterations"/>.</param>
    public static long PrimeTaking(long iterations)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(iterations, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(iterations, MaxIterations);
        var root = (2 * iterations) + 1;
        var number = root * root;
        while (MinFactor(number) != number)
        {
            number += 2;
        }

        return number;
    }

    /// <summary>Run times on this machine, after one that is dropped: a slow processor shows, a slow clock does not.</summary>
    /// <exception cref="OperationCanceledException">Cancelled; a run under way is finished first.</exception>
    public static IReadOnlyList<Duration> Run(long number, int repeat, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        MinFactor(number);
        var runs = new List<Duration>(repeat);
        while (runs.Count < repeat)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var started = timeProvider.GetTimestamp();
            MinFactor(number);
            runs.Add(new Duration(timeProvider.GetElapsedTime(started).Ticks * 100.0));
        }

        return runs;
    }
}
