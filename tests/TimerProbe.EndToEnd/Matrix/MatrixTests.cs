using System.Globalization;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Verdicts over cause, load, platform and options, counted by what is known of each clock.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class MatrixTests
{
    [Fact]
    public async Task Every_clock_is_judged_rightly_on_a_quiet_and_on_a_busy_machine()
    {
        NeedsAll();
        var tally = new MatrixTally();
        await RunAsync(tally, MatrixCell.All.Where(cell => cell is { Wine: false, Option: "" } && (cell.Load == MachineLoad.Quiet || cell.Load == MachineLoad.Hogs)));
        Assert.True(tally.Wrong.Count == 0, string.Join('\n', tally.Wrong));
    }

    /// <summary>tests/matrix: as many runs as asked for over all cells, and the table of docs/measuring.md.</summary>
    [Fact(Explicit = true)]
    public async Task The_whole_matrix()
    {
        NeedsAll();
        Needs.WinePrefix();
        var runs = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_RUNS") ?? "2000", CultureInfo.InvariantCulture);
        MatrixCell[] cells = [.. MatrixCell.All.Where(cell => !cell.Load.HasQuota || CpuQuota.IsPossible)];
        var tally = new MatrixTally();
        await RunAsync(tally, Enumerable.Range(0, runs).Select(run => cells[run % cells.Length]));
        var table = tally.ToString();
        var file = Repository.Path("artifacts", "matrix.txt");
        await File.WriteAllTextAsync(file, table, TestContext.Current.CancellationToken);
        TestContext.Current.SendDiagnosticMessage(table);
        Assert.True(tally.Wrong.Count == 0, table);
    }

    private static void NeedsAll()
    {
        Needs.SelfContained();
        Needs.TrappedClock();
        Needs.SlowClock();
    }

    private static async Task RunAsync(MatrixTally tally, IEnumerable<MatrixCell> cells)
    {
        using var folder = new TemporaryFolder();
        foreach (var cell in cells)
        {
            var verdict = await cell.JudgeAsync(folder.Path);
            tally.Add(cell, verdict, cell.IsRight(verdict));
        }
    }
}
