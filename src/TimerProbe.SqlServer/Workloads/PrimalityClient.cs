using TimerProbe.Core.Units;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>Runs the divisors here, to tell a slow processor from a slow clock.</summary>
public static class PrimalityClient
{
    /// <summary>How long each run took; one more comes first and is dropped.</summary>
    /// <exception cref="OperationCanceledException">Cancelled; a run under way is finished first.</exception>
    public static IReadOnlyList<Duration> Run(long number, int repeat, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(timeProvider);
        PrimalityWork.SmallestFactor(number);
        var runs = new List<Duration>(repeat);
        while (runs.Count < repeat)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var started = timeProvider.GetTimestamp();
            PrimalityWork.SmallestFactor(number);
            runs.Add(new Duration(timeProvider.GetElapsedTime(started).Ticks * 100.0));
        }

        return runs;
    }
}
