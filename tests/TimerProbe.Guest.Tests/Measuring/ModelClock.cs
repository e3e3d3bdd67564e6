namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>A clock whose cost depends on the time at which it is read.</summary>
/// <param name="time">The time that reading takes from.</param>
/// <param name="costAt">The cost of a read in ns, at so many ms.</param>
/// <param name="turns">When the process runs; always when null.</param>
/// <param name="step">The step of its values in ms; without values when null.</param>
internal sealed class ModelClock(FakeTime time, Func<double, double> costAt, Turns? turns = null, double? step = null) : IClockReader
{
    public bool HasValues => step is not null;

    public Duration? Unit => step is { } length ? Duration.FromMilliseconds(length) : null;

    public Duration Run(int calls)
    {
        var started = time.GetTimestamp();
        for (var call = 0; call < calls; call++)
        {
            time.Advance(new Duration(costAt(time.GetTimestamp() / 1e6)));
            turns?.Yield();
        }

        return new Duration(time.GetTimestamp() - started);
    }

    public long Read()
    {
        _ = Run(1);
        return (long)(time.GetTimestamp() / 1e6 / step!.Value);
    }

    public Clock As(ClockSource source) => Clock.Create(source, "modelled", this);
}
