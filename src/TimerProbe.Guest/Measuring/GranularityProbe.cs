namespace TimerProbe.Guest.Measuring;

/// <summary>Reads a clock over and over to see its smallest step and whether it ever goes backward.</summary>
internal static class GranularityProbe
{
    private const int Readings = 2_000;

    private const int MinTurns = 8;

    /// <summary>A coarse clock steps every 1 to 15.6 ms: this is long enough to see a whole step.</summary>
    private static readonly Duration MaxLength = Duration.FromMilliseconds(35);

    private static readonly Duration MaxFine = Duration.FromMilliseconds(3);
    private static readonly Duration MaxInterrupt = Duration.FromMilliseconds(1);

    private static readonly Duration MaxTotal = new(5 * MaxLength.Nanoseconds);

    /// <returns>
    /// The smallest step forward; null when the clock stood still, or was seen to step only where the processor was lost.
    /// </returns>
    public static (Duration? Granularity, int BackwardSteps, Stalls Stalls) Measure(
        IClockReader clock, TimeProvider time, CancellationToken cancellationToken)
    {
        var turns = new ProcessorTurns(time);
        var values = new ClockSteps(clock, clock.Read());
        var (smallest, steps) = (long.MaxValue, 0);
        var wasLost = true;
        do
        {
            var (least, seen) = values.Read(Readings / 20);
            var isLost = turns.End() > MaxInterrupt.Nanoseconds;

            // A process that lost the processor here or right before sees many steps as one.
            (smallest, steps) = isLost || wasLost ? (smallest, steps) : (Math.Min(smallest, least), steps + seen);
            wasLost = isLost;
        }
        while (!IsEnough(steps, turns) && !cancellationToken.IsCancellationRequested);

        var unit = clock.Unit ?? new Duration(turns.Elapsed.Nanoseconds / values.Moved);
        return (
            smallest == long.MaxValue ? null : new Duration(smallest * unit.Nanoseconds),
            values.BackwardSteps,
            new Stalls(turns.AllLost, turns.Elapsed));
    }

    // The first step of a coarse clock is a whole one only if the reading before it was not in the middle: any two are.
    private static bool IsEnough(int steps, ProcessorTurns turns) =>
        steps >= Readings ||
        (turns.Count >= MinTurns && (turns.Ran > MaxLength || turns.Elapsed > MaxTotal || (steps >= 2 && turns.Ran > MaxFine)));

    private sealed class ClockSteps(IClockReader clock, long first)
    {
        private readonly long _first = first;
        private long _last = first;

        /// <summary>From the first value to the last, in the clock's unit.</summary>
        public long Moved => _last - _first;

        public int BackwardSteps { get; private set; }

        public (long Smallest, int Steps) Read(int readings)
        {
            var last = _last;
            var (smallest, steps) = (long.MaxValue, 0);
            for (var i = 0; i < readings; i++)
            {
                var reading = clock.Read();
                var step = reading - last;
                steps += step == 0 ? 0 : 1;
                BackwardSteps += step < 0 ? 1 : 0;
                smallest = step > 0 ? Math.Min(smallest, step) : smallest;
                last = reading;
            }

            _last = last;
            return (smallest, steps);
        }
    }

    private sealed class ProcessorTurns(TimeProvider time)
    {
        private readonly long _started = time.GetTimestamp();
        private double _usual = double.MaxValue;
        private double _first;
        private double _lost;

        public int Count { get; private set; }

        public Duration Elapsed { get; private set; }

        public Duration AllLost => new(_lost + Math.Max(0, _first - (2 * _usual)));

        public Duration Ran => new(Math.Max(0, Elapsed.Nanoseconds - AllLost.Nanoseconds));

        /// <returns>By how many ns the turn was longer than the shortest.</returns>
        public double End()
        {
            var before = Elapsed;
            Elapsed = new Duration(time.GetElapsedTime(_started).TotalNanoseconds);
            var took = Elapsed.Nanoseconds - before.Nanoseconds;
            _usual = Math.Min(_usual, took);
            if (Count++ == 0)
            {
                _first = took;
            }
            else
            {
                _lost += Math.Max(0, took - (2 * _usual));
            }

            return took - _usual;
        }
    }
}
