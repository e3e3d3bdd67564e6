using TimerProbe.Core.Verdicts;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Matrix;

/// <summary>A clock, what runs beside it, the platform, and the options of the check.</summary>
internal sealed record MatrixCell(ClockModel Model, MachineLoad Load, bool Wine, string Option)
{
    /// <summary>Every cell: all loads with a plain check on Linux, and the quiet and the busiest machine with all else.</summary>
    public static MatrixCells All { get; } = new(
    [
        .. from model in ClockModel.All
           from load in MachineLoad.All
           from wine in (bool[])[false, true]
           from option in (string[])["", "--no-stub", "--per-processor"]
           where (!wine && option.Length == 0) || load == MachineLoad.Quiet || load == MachineLoad.Hogs
           where !load.HasQuota || CpuQuota.IsPossible
           select new MatrixCell(model, load, wine, option),
    ]);

    /// <summary>The cells whose name holds TIMERPROBE_MATRIX_ONLY; every cell where it is not set.</summary>
    public static MatrixCells Asked { get; } = new(
        [.. All.Cells.Where(cell => cell.ToString().Contains(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_ONLY") ?? "", StringComparison.Ordinal))]);

    /// <summary>A plain check of each clock on Linux, on a quiet and on the busiest machine.</summary>
    public static IEnumerable<MatrixCell> Few =>
        All.Cells.Where(cell => cell is { Wine: false, Option: "" } && (cell.Load == MachineLoad.Quiet || cell.Load == MachineLoad.Hogs));

    /// <summary>Runs a check in it.</summary>
    public async Task<Verdict> JudgeAsync(string folder)
    {
        var program = Model.Apply(Load.Apply(Wine ? TimerProbeProgram.UnderWine : TimerProbeProgram.SelfContained), folder);
        using var quota = Load.HasQuota ? CpuQuota.Of(0.2) : null;
        using var busy = BusyProcesses.Start(Load.Busy);
        var run = (quota?.Apply(program) ?? program).With("check", "--output", "json").With(Option.Length > 0 ? [Option] : []);
        var result = await run.RunAsync(Load.Pulses ? MachineLoad.PulseAsync : null);
        Assert.True(result.Out.StartsWith('{'), $"{this}: no document; exit code {result.ExitCode}: {result.Out}{result.Error}");
        return Core.Documents.DocumentJson.ReadCheck(result.Out).Verdict;
    }

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

/// <summary>The cells of the matrix.</summary>
internal sealed record MatrixCells(IReadOnlyList<MatrixCell> Cells)
{
    /// <summary>All of them again and again, in an order of its own each time, so that few runs are a sample of all.</summary>
    public IEnumerable<MatrixCell> Repeated()
    {
        for (var seed = 1; ; seed++)
        {
            MatrixCell[] round = [.. Cells];
            new Random(seed).Shuffle(round);
            foreach (var cell in round)
            {
                yield return cell;
            }
        }
    }
}
