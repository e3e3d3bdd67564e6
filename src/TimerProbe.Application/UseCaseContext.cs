using TimerProbe.Core.Facts;

namespace TimerProbe.Application;

/// <summary>For whom a use case works.</summary>
/// <param name="Tool">The program, as documents name it.</param>
/// <param name="Time">Its clock.</param>
/// <param name="Dialog">Whom it talks to.</param>
/// <param name="Elapsed">The time since the work began for whoever asked for it, such as since the start of the process.</param>
public sealed record UseCaseContext(ToolInfo Tool, TimeProvider Time, IDialog Dialog, Func<TimeSpan> Elapsed)
{
    /// <summary><see cref="Elapsed"/> in milliseconds, to a tenth.</summary>
    internal double ElapsedMs() => Math.Round(Elapsed().TotalMilliseconds, 1);
}
