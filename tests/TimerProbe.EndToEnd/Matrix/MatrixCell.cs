namespace TimerProbe.EndToEnd.Matrix;

/// <summary>A clock, what runs beside it, the platform, and the options of the check.</summary>
internal sealed record MatrixCell(ClockModel Model, MachineLoad Load, bool Wine, string Option)
{
    /// <summary>Runs a check in it; the busy processes beside it are the caller's.</summary>
    public async Task<Verdict> JudgeAsync()
    {
        using var folder = new TemporaryFolder();
        var program = Model.Apply(Load.Apply(Wine ? TimerProbeProgram.UnderWine : TimerProbeProgram.SelfContained), folder.Path);
        using var quota = Load.HasQuota ? CpuQuota.Of(0.2) : null;
        var run = (quota?.Apply(program) ?? program).With("check", "--output", "json").With(Option.Length > 0 ? [Option] : []);
        var result = await RunAsync(run);
        if (Wine && result is { ExitCode: 0, Out: "", Error: "" })
        {
            // Seen once in hundreds of starts: Wine ended before the program began, which never ends without a word.
            result = await RunAsync(run);
        }

        Assert.True(result.Out.StartsWith('{'), $"{this}: no document; exit code {result.ExitCode}: {result.Out}{result.Error}");
        return Core.Documents.DocumentJson.Read<Core.Documents.CheckDocument>(result.Out).Verdict;
    }

    private Task<ProgramResult> RunAsync(ProgramRun run) => run.RunAsync(Load.Pulses ? MachineLoad.PulseAsync : null);

    /// <summary>Whether a verdict is right here: true, false, or null where it leaves the question open.</summary>
    public bool? IsRight(Verdict verdict)
    {
        var said = (verdict.State, verdict.Cause);
        if (Model.Right.Contains(said))
        {
            return true;
        }

        if (Load.OneProcessor && Model.Clocks?.Contains("processor=0", StringComparison.Ordinal) == true)
        {
            return said == (ClockState.Slow, ClockCause.TscTrapped);
        }

        // An open cause is no wrong one, but another state is: a healthy clock called slow, or a slow one called healthy.
        var open = verdict.Cause == ClockCause.Unknown && (verdict.State == ClockState.Unclear || Model.Right.Any(right => right.State == verdict.State));
        var maybeOpen = (Wine && !Model.IsSeenUnderWine) || (Option == "--no-stub" && (Wine || !Model.IsSeenWithoutStub));
        return open ? (maybeOpen ? true : null) : false;
    }

    public override string ToString() => $"{Model.Name}, {Load.Name}, {(Wine ? "Wine" : "Linux")} {Option}".TrimEnd();
}
