namespace TimerProbe.EndToEnd.Check;

/// <summary>Verdicts beside other work: contamination is the enemy, and a guess is worse than "unclear".</summary>
[Collection(nameof(AloneOnTheMachine))]
[Trait("Run", "all")]
public sealed class LoadTests
{
    private const int Hogs = 8;

    /// <summary>A share of the cell "native, 8 busy" of tests/matrix.</summary>
    [Theory]
    [InlineData(false, ClockState.Healthy, ClockCause.None)]
    [InlineData(true, ClockState.Slow, ClockCause.TscTrapped)]
    public async Task Beside_busy_processes_30_verdicts_are_never_wrong(bool isTrapped, ClockState state, ClockCause cause)
    {
        Needs.SelfContained();
        Needs.TrappedClock();
        var program = isTrapped ? TimerProbeProgram.SelfContained.Trapped() : TimerProbeProgram.SelfContained;
        using var busy = BusyProcesses.Start(Hogs);
        var unclear = 0;
        for (var run = 0; run < 30; run++)
        {
            unclear += AssertNotWrong((await program.CheckAsync()).Document.Verdict, state, cause) ? 1 : 0;
        }

        Assert.True(unclear <= 3, "too often unclear");
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
            AssertNotWrong(document.Verdict, ClockState.Healthy, ClockCause.None);
            Assert.Contains(document.Findings, finding => finding.Rule == "TP104");
            pressures.Add(document.Machine.CpuPressure);
        }

        // The quota need not act in each: beside the busy processes a short run may get less than the quota allows.
        Assert.All(pressures, pressure => Assert.Equal(0.2, pressure.Quota));
        Assert.Contains(pressures, pressure => pressure.ThrottledMs > 0);
    }

    /// <summary>Whether it is open.</summary>
    private static bool AssertNotWrong(Verdict verdict, ClockState state, ClockCause cause)
    {
        var isOpen = (verdict.State, verdict.Cause) == (ClockState.Unclear, ClockCause.Unknown);
        Assert.True(isOpen || (verdict.State, verdict.Cause) == (state, cause), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
        return isOpen;
    }
}
