namespace TimerProbe.Guest.Measuring;

/// <summary>Counts calls in rounds, as the scripts of the field did, to compare with old figures. Never judged.</summary>
public static class RoundsProbe
{
    private const int CallsPerLook = 64;

    /// <summary>Runs the rounds and drops the first; those not finished before cancellation are left out.</summary>
    /// <param name="look">Called before the first and after each.</param>
    /// <param name="rounds">How many rounds, the dropped one included; at least 2.</param>
    public static RoundFacts Measure(ITimedCalls calls, int rounds, TimeSpan length, Action look, CancellationToken cancellationToken)
    {
        var rates = new List<long>();
        look();
        for (var round = 0; round < rounds; round++)
        {
            var rate = Count(calls, length, cancellationToken);
            look();
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }

            rates.Add(rate);
        }

        return new RoundFacts(length.TotalMilliseconds, [.. rates.Skip(1)], FirstDropped: rates.Count > 0);
    }

    private static long Count(ITimedCalls calls, TimeSpan length, CancellationToken cancellationToken)
    {
        var started = TimeProvider.System.GetTimestamp();
        var count = 0L;
        TimeSpan elapsed;
        do
        {
            _ = calls.Run(CallsPerLook);
            count += CallsPerLook;
            elapsed = TimeProvider.System.GetElapsedTime(started);
        }
        while (elapsed < length && !cancellationToken.IsCancellationRequested);
        return (long)(count / elapsed.TotalSeconds);
    }
}
