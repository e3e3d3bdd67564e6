namespace TimerProbe.EndToEnd.Check;

/// <summary>Verdicts beside other work: contamination is the enemy, and a guess is worse than "unclear".</summary>
[Collection(nameof(AloneOnTheMachine))]
[Trait("Run", "all")]
public sealed class LoadTests
{
    private const int Hogs = 8;

    /// <summary>A share of the cell "native, 8 busy" of tests/matrix.</summary>
    [Fact]
    public async Task Beside_busy_processes_30_native_verdicts_are_never_wrong()
    {
        Needs.SelfContained();
        var verdicts = await JudgeAsync(TimerProbeProgram.SelfContained, runs: 30);
        Assert.All(verdicts, verdict => Assert.Contains(verdict.State, new[] { ClockState.Healthy, ClockState.Unclear }));
        Assert.True(verdicts.Count(verdict => verdict.State == ClockState.Unclear) <= 3, "too often unclear");
    }

    [Fact]
    public async Task Beside_busy_processes_30_trapped_verdicts_are_never_wrong()
    {
        Needs.SelfContained();
        Needs.TrappedClock();
        var verdicts = await JudgeAsync(TimerProbeProgram.SelfContained.Trapped(), runs: 30);
        Assert.All(verdicts, verdict => Assert.True(
            (verdict.State, verdict.Cause) is (ClockState.Slow, ClockCause.TscTrapped) or (ClockState.Unclear, ClockCause.Unknown),
            $"{verdict.State} {verdict.Cause}: {verdict.Because}"));
        Assert.True(verdicts.Count(verdict => verdict.State == ClockState.Unclear) <= 3, "too often unclear");
    }

    [Fact]
    public async Task Throttled_by_a_quota_a_healthy_clock_is_never_called_trapped_and_starvation_is_a_finding()
    {
        Needs.Linux();
        Assert.SkipUnless(CpuQuota.IsPossible, "a CPU quota takes root and a version 1 cpu controller");
        using var quota = CpuQuota.Of(0.2);
        using var busy = BusyProcesses.Start(2);
        var pressures = new List<CpuPressureFacts>();
        for (var run = 0; run < 5; run++)
        {
            var (_, document) = await quota.Apply(TimerProbeProgram.Fastest).CheckAsync();
            AssertStarved(document);
            pressures.Add(document.Machine.CpuPressure);
        }

        // The quota need not act in each: beside the busy processes a short run may get less than the quota allows.
        Assert.All(pressures, pressure => Assert.Equal(0.2, pressure.Quota));
        Assert.Contains(pressures, pressure => pressure.ThrottledMs > 0);
    }

    [Fact]
    public async Task A_healthy_clock_on_a_machine_without_cpu_leads_with_the_cpu()
    {
        Needs.Linux();
        Assert.SkipUnless(CpuQuota.IsPossible, "a CPU quota takes root and a version 1 cpu controller");
        using var quota = CpuQuota.Of(0.2);
        var result = await quota.Apply(TimerProbeProgram.Fastest.With("check")).RunAsync();
        Assert.Contains("SHORT OF CPU  The clock is healthy, but this machine is short of CPU (TP104)", result.Out, StringComparison.Ordinal);
        Assert.Contains("TP104", result.Out, StringComparison.Ordinal);
        Assert.Equal(0, result.ExitCode);
    }

    private static void AssertStarved(CheckDocument document)
    {
        var verdict = document.Verdict;
        Assert.True(
            (verdict.State, verdict.Cause) is (ClockState.Healthy, ClockCause.None) or (ClockState.Unclear, ClockCause.Unknown),
            $"{verdict.State} {verdict.Cause}: {verdict.Because}");
        Assert.Contains(document.Findings, finding => finding.Rule == "TP104");
    }

    private static async Task<List<Verdict>> JudgeAsync(ProgramRun program, int runs)
    {
        using var busy = BusyProcesses.Start(Hogs);
        var verdicts = new List<Verdict>();
        for (var run = 0; run < runs; run++)
        {
            var (_, document) = await program.CheckAsync();
            verdicts.Add(document.Verdict);
        }

        return verdicts;
    }
}
