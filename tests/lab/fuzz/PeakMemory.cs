namespace TimerProbe.Fuzz;

/// <summary>
/// The most memory that a case would have made a new process hold, as Linux counts it: what this one held at its start, and what the case
/// added. What earlier cases left is not the present one's. Elsewhere it is always 0.
/// </summary>
internal static class PeakMemory
{
    private const long MostLeftOver = 120L << 20;

    private static int? _atStart;
    private static int _before;

    public static void Reset()
    {
        if (OperatingSystem.IsLinux())
        {
            if (Environment.WorkingSet > MostLeftOver)
            {
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            }

            // 5 makes the peak what is held now (proc_pid_clear_refs(5)).
            File.WriteAllText("/proc/self/clear_refs", "5");
            _before = Mebibytes("VmRSS:");
            _atStart ??= _before;
        }
    }

    /// <summary>The peak in MiB.</summary>
    public static int Read() => OperatingSystem.IsLinux() ? Math.Max(0, Mebibytes("VmHWM:") - _before) + (_atStart ?? 0) : 0;

    private static int Mebibytes(string name) => File.ReadLines("/proc/self/status")
        .Where(line => line.StartsWith(name, StringComparison.Ordinal))
        .Select(line => int.Parse(line[name.Length..].Replace("kB", "", StringComparison.Ordinal), CultureInfo.InvariantCulture) / 1024).FirstOrDefault();
}
