using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>The cost of a read on one processor.</summary>
/// <param name="Processor">The processor's number within its group.</param>
/// <param name="Group">The processor group on Windows; 0 elsewhere.</param>
/// <param name="PreciseTimeNs">The median cost of precise time there; null when the thread could not be moved.</param>
/// <param name="TimestampCounterNs">The median cost of RDTSC there; null when it was not measured.</param>
public sealed record ProcessorClockFacts(int Processor, int Group, Duration? PreciseTimeNs, Duration? TimestampCounterNs);

/// <summary>What several threads reading precise time at once achieve.</summary>
/// <param name="Threads">How many threads, each on a processor of its own.</param>
/// <param name="CallsPerSecond">The sum of the threads' rates, each by its median batch.</param>
/// <param name="Efficiency">The rate over threads times the rate of one thread: 1 is perfect.</param>
public sealed record ScalingFacts(int Threads, long CallsPerSecond, double Efficiency);

/// <summary>Classic rounds of counted calls. Never judged: a count over a second follows the machine's load.</summary>
/// <param name="LengthMs">The length of a round.</param>
/// <param name="CallsPerSecond">Precise-time calls a second, a round each, without the dropped one.</param>
/// <param name="FirstDropped">Whether a first round was run and dropped.</param>
public sealed record RoundFacts(double LengthMs, IReadOnlyList<long> CallsPerSecond, bool FirstDropped);
