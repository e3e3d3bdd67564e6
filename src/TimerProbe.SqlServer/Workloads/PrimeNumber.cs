namespace TimerProbe.SqlServer.Workloads;

/// <summary>Finds a number whose test takes a wanted number of iterations.</summary>
public static class PrimeNumber
{
    /// <summary>The most iterations a number can take: those of the largest square a bigint holds.</summary>
    public const long MostIterations = 1_500_000_000;

    /// <summary>The smallest prime whose test divides at least this often: each odd number from 3 to its root.</summary>
    /// <param name="iterations">1 to <see cref="MostIterations"/>.</param>
    public static long Taking(long iterations)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(iterations, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(iterations, MostIterations);
        var root = (2 * iterations) + 1;
        var number = root * root;
        while (PrimalityWork.SmallestFactor(number) != number)
        {
            number += 2;
        }

        return number;
    }
}
