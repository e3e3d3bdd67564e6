namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Verdicts over cause, load, platform and options, counted by what is known of each clock.</summary>
[Collection(nameof(AloneOnTheMachine))]
[Trait("Run", "all")]
public sealed class MatrixTests
{
    /// <summary>
    /// Each clock once on a quiet and once on a busy machine; by tests/matrix, which sets TIMERPROBE_MATRIX_RUNS, so many runs over
    /// all cells, and the tables of docs/measuring.md in artifacts/matrix.txt.
    /// </summary>
    [Fact]
    public async Task Every_clock_is_judged_rightly_whatever_runs_beside()
    {
        Needs.SelfContained();
        Needs.TrappedClock();
        Needs.SlowClock();
        var runs = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_RUNS") ?? "0", CultureInfo.InvariantCulture);
        var words = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_ONLY") ?? "";
        var tally = new MatrixTally();
        foreach (var cells in MatrixCells.Together(runs == 0 ? MatrixCells.Few : MatrixCells.Sample(runs, words)))
        {
            using var busy = BusyProcesses.Start(cells[0].Load.Busy);
            var verdicts = await Task.WhenAll(cells.Select(cell => cell.JudgeAsync()));
            foreach (var (cell, verdict) in cells.Zip(verdicts))
            {
                tally.Add(cell, verdict, cell.IsRight(verdict));
            }

            if (runs > 0)
            {
                await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix.txt"), tally.ToString(), Cancel);
            }
        }

        // A clock that changes may show one face only to a process that hardly ever runs: of the few cells they are not to be wrong more than once.
        Assert.True(tally.WrongOfSteady == 0 && tally.Wrong.Count <= (runs == 0 ? 1 : 0), string.Join('\n', tally.Wrong));
    }
}
