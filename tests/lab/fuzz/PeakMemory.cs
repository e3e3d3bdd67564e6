using System.Globalization;

namespace TimerProbe.Fuzz;

/// <summary>The most memory this process has held since it was last asked, as Linux counts it. Elsewhere it is always 0.</summary>
internal static class PeakMemory
{
    private const long MostLeftOver = 120L << 20;

    /// <summary>Counts from here on.</summary>
    public static void Reset()
    {
        if (OperatingSystem.IsLinux())
        {
            // What earlier cases left is not this one's.
            if (Environment.WorkingSet > MostLeftOver)
            {
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            }

            // 5 makes the peak what is held now (proc_pid_clear_refs(5)).
            File.WriteAllText("/proc/self/clear_refs", "5");
        }
    }

    /// <summary>The peak in MiB.</summary>
    public static int Read()
    {
        const string name = "VmHWM:";
        return !OperatingSystem.IsLinux() ? 0 : File.ReadLines("/proc/self/status")
            .Where(line => line.StartsWith(name, StringComparison.Ordinal))
            .Select(line => int.Parse(line[name.Length..].Replace("kB", "", StringComparison.Ordinal), CultureInfo.InvariantCulture) / 1024)
            .FirstOrDefault();
    }
}
