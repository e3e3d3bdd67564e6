namespace TimerProbe.Guest.Measuring;

/// <summary>Compares the rates of this machine's clocks with a clock outside of it: now, and once more after a while.</summary>
/// <param name="look">Called four times a second meanwhile.</param>
internal sealed class DriftRun(ITimeReference reference, Action look, Func<TimeSpan, CancellationToken, bool> pause)
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromSeconds(15), BetweenLooks = TimeSpan.FromMilliseconds(250);

    /// <summary>The comparison that is the least uncertain; why there is none.</summary>
    public Reading<ReferenceReading?> Best { get; private set; } = Reading.Missing<ReferenceReading?>("it was not asked");

    /// <returns>Null when it was cancelled. Without a first answer nothing is waited for.</returns>
    public DriftFacts? Measure(TimeSpan over, Action<string> progress, CancellationToken cancellationToken)
    {
        var before = Best = reference.Read(cancellationToken);
        if (before.Value is not { } earlier)
        {
            return cancellationToken.IsCancellationRequested ? null : WithoutRates(reference.Facts, before);
        }

        progress($"comparing this machine's clocks with {reference.Facts.Name} for {over.TotalSeconds:0} s");
        if (!Wait(over, progress, cancellationToken))
        {
            return null;
        }

        var after = reference.Read(cancellationToken);
        Best = after.Value?.UncertaintyNs < earlier.UncertaintyNs ? after : before;
        return cancellationToken.IsCancellationRequested ? null
            : after.Value is not { } later ? WithoutRates(reference.Facts, after)
            : later.Since(earlier) is { } rates ? rates with { Reference = reference.Facts }
            : WithoutRates(reference.Facts, Reading.Missing<ReferenceReading?>("its time did not advance in the meantime"));
    }

    public static DriftFacts WithoutRates(TimeReferenceFacts? reference, Reading<ReferenceReading?> read) => new(OverSeconds: 0)
    {
        Reference = reference,
        Unavailable = Array.ConvertAll(["preciseAgainstReferencePpm", "counterAgainstReferencePpm"], what => read.Unavailable(what)!),
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
