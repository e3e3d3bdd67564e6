namespace TimerProbe.Guest.Measuring;

/// <summary>
/// The order of a drift's comparisons: with the reference first and last, since these take longest, precise with coarse time within.
/// </summary>
/// <param name="look">Called four times a second meanwhile.</param>
internal sealed class DriftRun(
    Reading<ITimeReference> chosen,
    bool wasNamed,
    Func<Offset> compare,
    Action look,
    Func<TimeSpan, CancellationToken, bool> pause,
    TimeProvider time)
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(250);

    /// <summary>The comparison with the reference that is the least uncertain; why there is none.</summary>
    public Reading<ReferenceReading?> Best { get; private set; } = Reading.Missing<ReferenceReading?>("it was not asked");

    public DriftFacts? Measure(TimeSpan over, Action<string> progress, CancellationToken cancellationToken)
    {
        var reference = Usable(over);
        var before = reference.Then(clock => Read(clock, cancellationToken));
        Best = before;

        // Without an answer of the server that a user named there is nothing to wait for.
        if (wasNamed && before.Why is not null)
        {
            return cancellationToken.IsCancellationRequested ? null : WithoutReference(new DriftFacts(0, null, null), before);
        }

        progress(before.Why is { } none
            ? $"comparing precise with coarse time for {over.TotalSeconds:0} s; cannot tell whether the clock runs at the right rate: {none}"
            : $"comparing this machine's clocks with {chosen.Value!.Facts.Name} for {over.TotalSeconds:0} s");
        var started = time.GetTimestamp();
        var first = compare();
        if (!Wait(over, progress, cancellationToken))
        {
            return null;
        }

        var elapsed = time.GetElapsedTime(started);
        var drift = DriftProbe.Describe(first, compare(), elapsed);
        var after = before.Then(_ => reference.Then(clock => Read(clock, cancellationToken)));
        Best = after.Value?.UncertaintyNs < before.Value?.UncertaintyNs ? after : before;
        return cancellationToken.IsCancellationRequested ? null
            : (before.Value, after.Value) is not ({ } earlier, { } later) ? WithoutReference(drift, before.Why is null ? after : before)
            : later.Since(earlier) is { } rates ? drift.With(chosen.Value!.Facts, rates)
            : WithoutReference(drift, Reading.Missing<ReferenceReading?>($"the time of {chosen.Value!.Facts.Name} did not advance in the meantime"));
    }

    private static Reading<ReferenceReading?> Read(ITimeReference clock, CancellationToken cancellationToken) =>
        clock.Read(cancellationToken) switch
        {
            { Why: { } why } when clock.Facts.Kind == TimeReferenceKind.Ntp =>
                Reading.Missing<ReferenceReading?>($"the NTP server {clock.Facts.Name}: {why}"),
            var reading => reading,
        };

    private Reading<ITimeReference> Usable(TimeSpan over) => chosen.Value is { } clock && over < clock.Shortest
        ? Reading.Missing<ITimeReference>(string.Create(
            CultureInfo.InvariantCulture,
            $"{clock.Facts.Name} report the host's time in whole seconds: compare for at least {clock.Shortest.TotalSeconds:0} s, or name an NTP server with --reference HOST"))
        : chosen;

    private DriftFacts WithoutReference(DriftFacts drift, Reading<ReferenceReading?> read) => drift with
    {
        Reference = wasNamed ? chosen.Value?.Facts : null,
        Unavailable =
        [
            .. drift.PreciseAgainstCoarsePpm is null
                ? [new Unavailable("preciseAgainstCoarsePpm", "not compared, since the reference does not answer")]
                : (Unavailable[])[],
            .. ((string[])["preciseAgainstReferencePpm", "counterAgainstReferencePpm"]).Select(what => read.Unavailable(what)!),
        ],
    };

    private bool Wait(TimeSpan over, Action<string> progress, CancellationToken cancellationToken)
    {
        for (var waited = TimeSpan.Zero; waited < over; waited += BetweenLooks)
        {
            if (waited > TimeSpan.Zero && waited.Ticks % BetweenLines.Ticks == 0)
            {
                progress($"{waited.TotalSeconds:0} s of {over.TotalSeconds:0} s elapsed");
            }

            var left = over - waited;
            if (!pause(left < BetweenLooks ? left : BetweenLooks, cancellationToken))
            {
                return false;
            }

            look();
        }

        return true;
    }
}
