using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>RDTSC.</summary>
internal static class TimestampCounterClock
{
    public static Clock Open(ExecutableStub stub) => stub.Why is { } why
        ? Clock.Missing(ClockSource.TimestampCounter, "RDTSC", why)
        : Clock.Create(ClockSource.TimestampCounter, "RDTSC", new ClockReader<NativeCall>(stub.Rdtsc, clockId: 0, unit: null, hasValues: true));
}
