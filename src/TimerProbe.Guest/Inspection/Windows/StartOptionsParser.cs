namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Understands <c>SystemStartOptions</c>: what the boot loader handed the kernel, in capitals between blanks.</summary>
internal static class StartOptionsParser
{
    /// <summary>Whether <c>useplatformclock</c> is on. The loader writes the option when it is on, and nothing when it is off or not set.</summary>
    public static bool UsesPlatformClock(string options) =>
        options.Split([' ', '/', '\0'], StringSplitOptions.RemoveEmptyEntries)
            .Any(option => option.Equals("USEPLATFORMCLOCK", StringComparison.OrdinalIgnoreCase));
}
