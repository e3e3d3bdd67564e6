namespace TimerProbe.EndToEnd.Matrix;

/// <summary>A clock of known cost, with the verdicts that are right for it.</summary>
/// <param name="Clocks">The model in the words of tests/lab/slow-clock; null for the lab whose TSC really traps.</param>
internal sealed record ClockModel(string Name, string? Clocks)
{
    private const string TscAndAll = "precise=1100 counter=1100 tsc=1100";

    /// <summary>What the system says that its clock source is; null for the truth.</summary>
    public string? Clocksource { get; init; }

    /// <summary>The right verdicts on Linux with RDTSC timed by itself.</summary>
    public required IReadOnlyList<(ClockState State, ClockCause Cause)> Right { get; init; }

    /// <summary>Whether its cost changes with time or processor.</summary>
    public bool Changes => Right.Contains(Changing);

    /// <summary>Whether the cause shows in RDTSC or in the changes themselves, so that it can be named under Wine, whose Windows tells nothing of its path.</summary>
    public bool IsSeenUnderWine { get; init; } = true;

    public bool IsSeenWithoutStub { get; init; } = true;

    public static IReadOnlyList<ClockModel> All { get; } =
    [
        new("native", "") { Right = [Healthy] },
        new("RDTSC 1.1 us", TscAndAll) { Right = [Trapped], IsSeenWithoutStub = false },
        new("RDTSC 4 us", "precise=4000 counter=4000 tsc=4000") { Right = [Trapped], IsSeenWithoutStub = false },
        new("RDTSC really traps", Clocks: null) { Right = [Trapped], IsSeenWithoutStub = false },
        Timer("timer 100 ns", 60, Healthy, (ClockState.Check, ClockCause.PlatformTimer)),
        Timer("timer 150 ns", 110, (ClockState.Check, ClockCause.PlatformTimer)),
        Timer("timer 327 ns", 285, (ClockState.Suspicious, ClockCause.PlatformTimer)),
        Timer("timer 1,070 ns", 1_030, (ClockState.Slow, ClockCause.PlatformTimer)),
        new("system call 3 us", "precise=3000 counter=3000 coarse=3000") { Right = [(ClockState.Slow, ClockCause.SystemCall)], IsSeenUnderWine = false },
        new("page fell back", "precise=1450 counter=1450")
        {
            Clocksource = "kvm-clock", Right = [(ClockState.Slow, ClockCause.HypervisorPage)], IsSeenUnderWine = false, IsSeenWithoutStub = false,
        },
        new("slow in phases of 10 ms", TscAndAll + " half=10") { Right = [Changing] },
        new("slow at random, 3 ms", TscAndAll + " random=3") { Right = [Changing] },
        new("slow in phases of 2 s", TscAndAll + " half=2000") { Right = [Healthy, Trapped, Changing], IsSeenWithoutStub = false },
        // A quiet measurement has ended after 15 ms under Wine. Trapped where the process waited so long for its processor that all of it came later.
        new("slow from 10 ms on", TscAndAll + " from=10") { Right = [Changing, Trapped], IsSeenWithoutStub = false },
        new("slow on one processor", TscAndAll + " processor=0") { Right = [Changing], IsSeenWithoutStub = false },
    ];

    private static (ClockState, ClockCause) Healthy => (ClockState.Healthy, ClockCause.None);

    private static (ClockState, ClockCause) Trapped => (ClockState.Slow, ClockCause.TscTrapped);

    private static (ClockState State, ClockCause Cause) Changing => (ClockState.Unclear, ClockCause.Intermittent);

    public ProgramRun Apply(ProgramRun program, string folder)
    {
        if (Clocks is null)
        {
            return program.Trapped();
        }

        if (Clocksource is null)
        {
            return program.WithClocks(Clocks);
        }

        var file = Path.Combine(folder, Clocksource);
        File.WriteAllText(file, Clocksource + "\n");
        return program.WithClocks($"{Clocks} clocksource={file}");
    }

    private static ClockModel Timer(string name, int nanoseconds, params IReadOnlyList<(ClockState State, ClockCause Cause)> right) =>
        new(name, $"precise={nanoseconds} counter={nanoseconds}") { Clocksource = "hpet", Right = right, IsSeenUnderWine = false };
}
