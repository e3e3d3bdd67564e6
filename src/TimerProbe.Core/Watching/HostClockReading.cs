using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>What the guest was told of its host.</summary>
/// <param name="At">When it was asked.</param>
/// <param name="Elapsed">The same by the clock nobody sets.</param>
/// <param name="SessionId">The Tools' session; null when not told.</param>
/// <param name="HostHz">The host's processor speed; null when not told, or not asked for.</param>
/// <param name="VirtualTscHz">The TSC frequency that CPUID tells; null when not told, or not asked for.</param>
public sealed record HostClockReading(DateTimeOffset At, TimeSpan Elapsed, string? SessionId, Frequency? HostHz, Frequency? VirtualTscHz);
