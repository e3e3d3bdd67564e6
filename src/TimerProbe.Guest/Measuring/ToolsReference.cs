namespace TimerProbe.Guest.Measuring;

/// <summary>
/// The host's time by VMware Tools, which report whole seconds, since whenever. So the moment is looked for at which a second
/// ends: after the start of the last question that was answered with the old second, before the next answer was there. The
/// sharpest of a few such moments counts.
/// </summary>
internal sealed class ToolsReference(
    Func<Reading<long?>> ask, Func<LocalMoment> now, Func<TimeSpan, CancellationToken, bool> pause) : ITimeReference
{
    public static readonly TimeSpan Shortest = TimeSpan.FromSeconds(60);

    private const int Steps = 3;
    private const double MaxLookNs = 3e9;

    // A question is a process started: what it takes, and a clock that runs wrong, must not let the step pass by.
    private static readonly TimeSpan UntilShortlyBefore = TimeSpan.FromMilliseconds(700);

    public TimeReferenceFacts Facts { get; } = new(TimeReferenceKind.VmwareTools, "VMware Tools");

    public bool HasRefused => false;

    public Reading<ReferenceReading?> Read(CancellationToken cancellationToken)
    {
        ReferenceReading? best = null;
        for (var i = 0; i < Steps && (i == 0 || pause(UntilShortlyBefore, cancellationToken)); i++)
        {
            var step = LookForStep(cancellationToken);
            if (step.Value is not { } seen)
            {
                return best is null ? step : Reading.From(best);
            }

            best = seen.UncertaintyNs >= best?.UncertaintyNs ? best : seen;
        }

        return Reading.From(best);
    }

    private Reading<ReferenceReading?> LookForStep(CancellationToken cancellationToken)
    {
        var started = now();
        (LocalMoment Asked, long Second)? last = null;
        while (!cancellationToken.IsCancellationRequested)
        {
            var asked = now();
            var answer = ask();
            var reported = now();
            if (answer.Value is not { } second)
            {
                return answer.Missing<ReferenceReading?>();
            }

            if (last is { } before && second == before.Second + 1)
            {
                return Reading.From<ReferenceReading?>(new ReferenceReading(
                    second * 1_000_000_000,
                    LocalMoment.Between(before.Asked, reported),
                    (reported.CounterNs - before.Asked.CounterNs) / 2));
            }

            last = (asked, second);
            if (reported.CounterNs - started.CounterNs > MaxLookNs)
            {
                return Reading.Missing<ReferenceReading?>("the host's time from VMware Tools does not advance by whole seconds");
            }
        }

        return Reading.Missing<ReferenceReading?>("cancelled");
    }
}
