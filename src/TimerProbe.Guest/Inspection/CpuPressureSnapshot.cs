namespace TimerProbe.Guest.Inspection;

/// <summary>Take one at process start and one after measuring, on the thread that measured. Linux only; null on Windows.</summary>
/// <param name="Quota">Processors' worth of time.</param>
/// <param name="ThrottledMs">How long each control group stood still so far, the process's own first.</param>
/// <param name="StealMs">Time the hypervisor ran something else so far.</param>
/// <param name="CallingThread">The number of the thread that took the snapshot.</param>
/// <param name="WaitedMs">How long each thread waited for a processor so far, by its number.</param>
public sealed record CpuPressureSnapshot(
    double? Quota, IReadOnlyList<double?> ThrottledMs, double? StealMs, int? CallingThread, IReadOnlyDictionary<int, double> WaitedMs)
{
    private readonly long _takenAt = TimeProvider.System.GetTimestamp();

    public static CpuPressureSnapshot Take()
    {
        if (!OperatingSystem.IsLinux())
        {
            return new CpuPressureSnapshot(null, [], null, null, new Dictionary<int, double>());
        }

        var groups = CpuControlGroups.Read();
        return new CpuPressureSnapshot(
            groups?.Quota(),
            groups?.ThrottledMs() ?? [],
            CpuPressureParser.StealMs(SystemFile.TryRead("/proc/stat")),
            ReadCallingThread(),
            ReadWaitedMs());
    }

    /// <summary>
    /// The figures since an earlier one, the quota as of this. One that the system does not report is null, and so is
    /// <see cref="CpuPressureFacts.LimitHz"/>: <see cref="MachineInspector.AddSlow"/> fills it.
    /// </summary>
    public CpuPressureFacts Since(CpuPressureSnapshot start) => new()
    {
        OverMs = Math.Round(TimeProvider.System.GetElapsedTime(start._takenAt, _takenAt).TotalMilliseconds, 3),
        Quota = Quota,

        // Groups within each other stand still together: the one that stood longest, not the sum.
        ThrottledMs = ThrottledMs.Zip(start.ThrottledMs, Difference).Max(),
        StealMs = Difference(StealMs, start.StealMs),
        WaitedMs = CallingThread is { } thread && WaitedMs.TryGetValue(thread, out var waited)
            ? Difference(waited, start.WaitedMs.GetValueOrDefault(thread))
            : null,
    };

    private static double? Difference(double? now, double? then) =>
        now is null || then is null ? null : Math.Round(Math.Max(0, now.Value - then.Value), 3);

    private static int? ReadCallingThread() => Number(new FileInfo("/proc/thread-self").LinkTarget);

    /// <summary>The time waited so far, in ms, by thread number. Threads that end meanwhile are left out.</summary>
    private static Dictionary<int, double> ReadWaitedMs()
    {
        var waited = new Dictionary<int, double>();
        foreach (var folder in Directory.EnumerateDirectories("/proc/self/task"))
        {
            if (Number(folder) is { } thread && CpuPressureParser.WaitedMs(SystemFile.TryRead(folder + "/schedstat")) is { } time)
            {
                waited[thread] = time;
            }
        }

        return waited;
    }

    private static int? Number(string? path) =>
        int.TryParse(Path.GetFileName(path), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
