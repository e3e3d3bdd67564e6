namespace TimerProbe.Guest.Watching;

/// <summary>Compares this machine's clocks with an NTP server now and then, on its own thread: the measuring never waits.</summary>
/// <param name="warn">Gets a sentence when the server falls silent.</param>
/// <param name="start">Starts a reading, on a thread of its own but for a test.</param>
internal sealed class ReferenceMeter(
    ITimeReference reference,
    TimeProvider time,
    Action<string> warn,
    Func<Func<Reading<ReferenceReading?>>, Task<Reading<ReferenceReading?>>> start)
{
    /// <summary>Not more often than NTP's own clients ask by themselves (RFC 5905: MINPOLL, 2^6 s).</summary>
    public static readonly TimeSpan Every = TimeSpan.FromSeconds(64);

    public static readonly TimeSpan EveryAfterRefusal = TimeSpan.FromSeconds(1_024);

    private const int MaxReadings = 16;

    private static readonly PartsPerMillion Sharp = new(100);

    private readonly List<ReferenceReading> _readings = [];
    private Task<Reading<ReferenceReading?>>? _asked;
    private long? _askedAt;
    private bool _forget;
    private bool _silent;

    /// <summary>Compares with the server at an address.</summary>
    public static ReferenceMeter? Open(NtpAddress address, IReadOnlyList<Clock> clocks, TimeProvider time, Action<string> warn) =>
        LocalClocks.From(clocks) is { } local
            ? new ReferenceMeter(new NtpReference(address, local.Now, LocalClocks.Wait), time, warn, read => Task.Factory.StartNew(
                read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default))
            : null;

    /// <summary>Takes an answer if one has come, and asks when it is time to.</summary>
    /// <returns>The rates, or why there are none, and the offset in ms; null while there is nothing new.</returns>
    public (DriftFacts? Rates, string? Why, (double Ms, double UncertaintyMs)? Offset)? Take()
    {
        (DriftFacts?, string?, (double, double)?)? reported = null;
        if (_asked is { IsCompleted: true } asked)
        {
            _asked = null;
            reported = Understand(asked);
        }

        if (_asked is null && (_askedAt is not { } at || time.GetElapsedTime(at) >= (reference.HasRefused ? EveryAfterRefusal : Every)))
        {
            _askedAt = time.GetTimestamp();
            _asked = start(() => reference.Read(CancellationToken.None));
        }

        return reported;
    }

    public void Forget() => _forget = true;

    private (DriftFacts?, string?, (double, double)?)? Understand(Task<Reading<ReferenceReading?>> asked)
    {
        var forget = _forget;
        _forget = false;
        if (forget)
        {
            _readings.Clear(); // What was asked before it stood still may have been answered after.
            return null;
        }

        var (reading, why) = asked.IsCompletedSuccessfully
            ? (asked.Result.Value, asked.Result.Why)
            : (null, asked.Exception?.InnerException?.Message ?? "it could not be asked");
        if (reading is not { } compared)
        {
            Warn(why!);
            return (null, why, null);
        }

        _silent = false;
        return (Rates(compared), null, (compared.OffsetMs, compared.UncertaintyMs));
    }

    /// <summary>A rate is taken over as few of the last comparisons as make it sharp, so that a change shows soon.</summary>
    /// <returns>The rates up to this comparison; null for the first.</returns>
    private DriftFacts? Rates(ReferenceReading reading)
    {
        var rates = _readings.AsEnumerable().Reverse().Select(reading.Since).OfType<DriftFacts>().ToList();
        _readings.Add(reading);
        _readings.RemoveRange(0, Math.Max(0, _readings.Count - MaxReadings));
        return rates.FirstOrDefault(rate => rate.UncertaintyPpm?.Value <= Sharp.Value) ?? rates.LastOrDefault();
    }

    private void Warn(string why)
    {
        if (!_silent)
        {
            warn($"the NTP server {reference.Facts.Name}: {why}; until it answers, the rate of the clock is unknown");
        }

        _silent = true;
    }
}
