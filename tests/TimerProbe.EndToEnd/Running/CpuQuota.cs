namespace TimerProbe.EndToEnd.Running;

/// <summary>A cgroup (version 1) with a CPU quota; takes root and a mounted cpu controller.</summary>
internal sealed class CpuQuota : IDisposable
{
    private const string Controller = "/sys/fs/cgroup/cpu";
    private const int PeriodMicroseconds = 100_000;

    private readonly string _folder = Path.Combine(Controller, $"timerprobe-{Guid.NewGuid():n}");

    private CpuQuota(double processors)
    {
        Directory.CreateDirectory(_folder);
        Write("cpu.cfs_period_us", PeriodMicroseconds);
        Write("cpu.cfs_quota_us", (int)(processors * PeriodMicroseconds));
    }

    /// <summary>Whether a quota can be set here: Debian's own cgroup v2 machines have no version 1 controller.</summary>
    public static bool IsPossible => Environment.IsPrivilegedProcess && File.Exists(Path.Combine(Controller, "cpu.cfs_quota_us"));

    public static CpuQuota Of(double processors) => new(processors);

    /// <summary>The program inside the group from its first instruction.</summary>
    public ProgramRun Apply(ProgramRun program) => program.Under("sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", _folder);

    public void Dispose() => Directory.Delete(_folder);

    private void Write(string file, int value) => File.WriteAllText(Path.Combine(_folder, file), value.ToString());
}
