namespace TimerProbe.Guest.Clocks;

/// <summary>
/// The shape of one call: a struct type parameter, so that each shape gets a loop of its own with the call inlined.
/// </summary>
internal unsafe interface IClockCall
{
    /// <summary>Calls the target once; what it writes goes to the slots.</summary>
    static abstract void Call(nint target, long* slots);

    static virtual long Value(long* slots) => slots[0];
}

/// <summary><c>void f(long*)</c>: the Windows time functions and the stub.</summary>
internal readonly unsafe struct NativeCall : IClockCall
{
    public static void Call(nint target, long* slots) =>
        ((delegate* unmanaged[SuppressGCTransition]<long*, void>)target)(slots);
}

/// <summary><c>int clock_gettime(clockid_t, struct timespec*)</c>; the clock id waits in the third slot.</summary>
internal readonly unsafe struct ClockGettimeCall : IClockCall
{
    public static void Call(nint target, long* slots) =>
        ((delegate* unmanaged[SuppressGCTransition]<int, long*, int>)target)((int)slots[2], slots);

    public static long Value(long* slots) => (slots[0] * 1_000_000_000) + slots[1];
}

/// <summary><c>static void F(long*)</c> of this program.</summary>
internal readonly unsafe struct ManagedCall : IClockCall
{
    public static void Call(nint target, long* slots) => ((delegate*<long*, void>)target)(slots);
}
