namespace TimerProbe.Guest.Inspection;

internal static partial class LinuxAffinity
{
    private const int CallingThread = 0;

    // The kernel refuses a mask smaller than its own (CONFIG_NR_CPUS, 8,192 at most so far): start at 1,024 processors and double.
    private const int MinMask = 128;
    private const int MaxMask = 16 * 1024;

    public static IReadOnlyList<LogicalProcessor> Allowed() => Mask() is { } mask
        ? [.. Numbers(mask).Select(number => new LogicalProcessor(0, number))]
        : [];

    public static Reading<Action> Pin(LogicalProcessor processor)
    {
        if (processor.Group != 0 || processor.Number is < 0 or >= MaxMask * 8)
        {
            return Reading.Missing<Action>($"there is no processor {processor.Number} in group {processor.Group}");
        }

        if (Mask() is not { } former)
        {
            return Reading.Missing<Action>("the thread's present processors could not be read");
        }

        return Set(Single(processor.Number, former.Length))
            ? Reading.From<Action>(() => Set(former))
            : Reading.Missing<Action>(
                $"the kernel does not let this thread run on processor {processor.Number}: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    internal static IEnumerable<int> Numbers(byte[] mask)
    {
        for (var number = 0; number < mask.Length * 8; number++)
        {
            if ((mask[number / 8] >> (number % 8) & 1) == 1)
            {
                yield return number;
            }
        }
    }

    /// <summary>A mask with one processor in it, at least as long as asked for.</summary>
    internal static byte[] Single(int number, int length)
    {
        var mask = new byte[Math.Max(length, number / 8 + 1)];
        mask[number / 8] = (byte)(1 << (number % 8));
        return mask;
    }

    private static unsafe byte[]? Mask()
    {
        for (var size = MinMask; size <= MaxMask; size *= 2)
        {
            var mask = new byte[size];
            fixed (byte* bits = mask)
            {
                if (SchedGetAffinity(CallingThread, (nuint)size, bits) >= 0)
                {
                    return mask;
                }
            }
        }

        return null;
    }

    private static unsafe bool Set(byte[] mask)
    {
        fixed (byte* bits = mask)
        {
            return SchedSetAffinity(CallingThread, (nuint)mask.Length, bits) == 0;
        }
    }

    [LibraryImport("libc", EntryPoint = "sched_getaffinity", SetLastError = true)]
    private static unsafe partial int SchedGetAffinity(int thread, nuint size, byte* mask);

    [LibraryImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    private static unsafe partial int SchedSetAffinity(int thread, nuint size, byte* mask);
}
