using TimerProbe.Guest.Clocks;

namespace TimerProbe.Application.Checking;

/// <summary>The clocks of this machine, where they can be measured.</summary>
internal static class GuestClocks
{
    /// <param name="useStub">Whether to allocate the few bytes of executable memory that reading the TSC by itself takes.</param>
    /// <exception cref="UseCaseException">This system is neither Windows nor Linux, or has no precise time.</exception>
    public static ClockSet Open(bool useStub)
    {
        if (!OperatingSystem.IsWindows() && !OperatingSystem.IsLinux())
        {
            throw new UseCaseException(Failure.NotPossible, "only Windows and Linux clocks can be measured");
        }

        var clocks = ClockSet.Open(useStub);
        if (clocks.PreciseTime is { Calls: null, Why: var why })
        {
            clocks.Dispose();
            throw new UseCaseException(Failure.NotPossible, $"precise time cannot be measured: {why}");
        }

        return clocks;
    }
}
