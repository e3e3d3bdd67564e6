using System.Runtime.CompilerServices;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>The divisors of the workload in C#: pure arithmetic, no clock is read.</summary>
public static class PrimalityWork
{
    /// <summary>The smallest factor of a number above 1; the number itself when it is prime.</summary>
    /// <param name="number">2 or more.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static long SmallestFactor(long number)
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

    /// <summary>How many divisors are tested until a factor is found: the odd numbers from 3 to it, or to the root of a prime.</summary>
    public static long Iterations(long number, long smallestFactor) =>
        Math.Max(0, (Math.Min(smallestFactor, (long)Math.Sqrt(number)) - 1) / 2);
}
