namespace TimerProbe.EndToEnd.Matrix;

/// <summary>What runs beside a check, or holds it back.</summary>
/// <param name="Busy">Busy processes to run beside it.</param>
/// <param name="Apply">How the program is started under it.</param>
internal sealed record MachineLoad(string Name, int Busy, Func<ProgramRun, ProgramRun> Apply)
{
    // Stops the process for 5 of every 20 ms, about, as long as it lives.
    private const string Pulse = "while kill -STOP $0 2>/dev/null; do sleep 0.005; kill -CONT $0 || exit 0; sleep 0.015; done";

    /// <summary>Whether the program is stopped and let go again all the time.</summary>
    public bool Pulses { get; private init; }

    public bool HasQuota { get; private init; }

    public bool OneProcessor { get; private init; }

    /// <summary>How many checks may run at once under it, so that a matrix takes less time: where it is heavy, they hardly add to it.</summary>
    public int Together { get; private init; } = 1;

    public static MachineLoad Quiet { get; } = new("quiet", 0, program => program);

    public static MachineLoad Hogs { get; } = new("8 busy processes", 8, program => program) { Together = 4 };

    public static IReadOnlyList<MachineLoad> All { get; } =
    [
        Quiet,
        new("20 % quota", 0, program => program) { HasQuota = true, Together = 3 },
        new("stopped in pulses", 0, program => program) { Pulses = true },
        Hogs,
        new("nice 19, 2 busy", 2, program => program.Under("nice", "-n", "19")) { Together = 3 },
        new("pinned, 2 busy", 2, program => program.Under("taskset", "-c", "0")) { OneProcessor = true, Together = 2 },
    ];

    /// <summary>Stops the process for some milliseconds again and again until it ends.</summary>
    public static async Task PulseAsync(Process process)
    {
        using var pulses = Process.Start("sh", ["-c", Pulse, process.Id.ToString()]);
        await process.WaitForExitAsync();
        await pulses.WaitForExitAsync();
    }
}
