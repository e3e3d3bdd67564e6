using TimerProbe.Core.Facts;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.References;

/// <summary>Finds the clock outside of this machine that there is to compare with.</summary>
internal static class TimeReferences
{
    public static readonly Pause Wait = (time, cancel) => !cancel.WaitHandle.WaitOne(time);

    /// <summary>The server that was named, else the host by VMware Tools; or why there is neither.</summary>
    /// <param name="named">The server a user named; null for none.</param>
    /// <param name="toolbox">The command of VMware Tools; null without it.</param>
    /// <param name="clocks">The clocks here, precise time among them.</param>
    public static Reading<ITimeReference> Choose(NtpAddress? named, string? toolbox, IReadOnlyList<Clock> clocks) =>
        LocalClocks.From(clocks) is not { } local ? Reading.Missing<ITimeReference>("precise time or the counter cannot be read here")
        : named is not null ? Reading.From<ITimeReference>(new NtpReference(named, local, Wait))
        : toolbox is not null ? Reading.From<ITimeReference>(new ToolsReference(() => AskTools(toolbox), local, Wait))
        : Reading.Missing<ITimeReference>(
            "there is no clock outside of this machine to compare with: name an NTP server with --reference HOST");

    private static Reading<long?> AskTools(string toolbox)
    {
        using var deadline = new Deadline(Deadline.Default, CancellationToken.None);
        return new ToolboxReader(toolbox, deadline).ReadHostTime();
    }
}

/// <summary>
/// The host's time by VMware Tools, which tell whole seconds. So the moment is looked for at which one second
/// ends: after the start of the last question that was answered with the old second, before the answer of the
/// next one was there. Of a few such moments the sharpest counts.
/// </summary>
/// <param name="ask">Asks for the host's time, in seconds since whenever.</param>
/// <param name="clocks">The clocks here.</param>
/// <param name="pause">How the time between two steps is waited.</param>
internal sealed class ToolsReference(Func<Reading<long?>> ask, ILocalClocks clocks, Pause pause) : ITimeReference
{
    private const int Steps = 3;
    private const double LongestLookNs = 3e9;

    // A question is a process started: what it takes, and a clock that runs wrong, must not let the step pass by.
    private static readonly TimeSpan UntilShortlyBefore = TimeSpan.FromMilliseconds(700);

    public TimeReferenceFacts Facts { get; } = new(TimeReferenceKind.VmwareTools, "VMware Tools");

    public bool HasRefused => false;

    public TimeSpan Shortest => TimeSpan.FromSeconds(60);

    public Reading<ReferenceReading?> Read(CancellationToken cancel)
    {
        ReferenceReading? best = null;
        for (var i = 0; i < Steps && (i == 0 || pause(UntilShortlyBefore, cancel)); i++)
        {
            var step = LookForStep(cancel);
            if (step.Value is not { } seen)
            {
                return best is null ? step : Reading.From(best);
            }

            best = seen.UncertaintyNs >= best?.UncertaintyNs ? best : seen;
        }

        return Reading.From(best);
    }

    private Reading<ReferenceReading?> LookForStep(CancellationToken cancel)
    {
        var started = clocks.Now();
        (LocalMoment Asked, long Second)? last = null;
        while (!cancel.IsCancellationRequested)
        {
            var asked = clocks.Now();
            var answer = ask();
            var reported = clocks.Now();
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
            if (reported.CounterNs - started.CounterNs > LongestLookNs)
            {
                return Reading.Missing<ReferenceReading?>("the host's time from VMware Tools does not advance by whole seconds");
            }
        }

        return Reading.Missing<ReferenceReading?>("cancelled");
    }
}
