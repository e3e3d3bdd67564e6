namespace TimerProbe.EndToEnd.Matrix;

/// <summary>The cells of the matrix, and how they are run.</summary>
internal static class MatrixCells
{
    /// <summary>Every cell: all loads with a plain check on Linux, and the quiet and the busiest machine with all else.</summary>
    public static IReadOnlyList<MatrixCell> All { get; } =
    [
        .. from model in ClockModel.All
           from load in MachineLoad.All
           from wine in (bool[])[false, true]
           from option in (string[])["", "--no-stub", "--per-processor"]
           where (!wine && option.Length == 0) || load == MachineLoad.Quiet || load == MachineLoad.Hogs
           where !load.HasQuota || CpuQuota.IsPossible
           select new MatrixCell(model, load, wine, option),
    ];

    /// <summary>A plain check of each clock on Linux, on a quiet machine and, where the clock is steady, on the busiest.</summary>
    public static IEnumerable<MatrixCell> Few => All.Where(cell => cell is { Wine: false, Option: "" }
        && (cell.Load == MachineLoad.Quiet || (cell.Load == MachineLoad.Hogs && !cell.Model.Changes)));

    /// <summary>So many runs over the cells whose name holds some words, again and again, in an order of its own each time, so that few are a sample of all.</summary>
    public static IEnumerable<MatrixCell> Sample(int runs, string words)
    {
        MatrixCell[] round = [.. All.Where(cell => cell.ToString().Contains(words, StringComparison.Ordinal))];
        Assert.True(round.Length > 0, $"no cell's name holds '{words}'");
        for (var seed = 1; runs > 0; seed++)
        {
            MatrixCell[] shuffled = [.. round];
            new Random(seed).Shuffle(shuffled);
            foreach (var cell in shuffled.Take(runs))
            {
                yield return cell;
            }

            runs -= round.Length;
        }
    }

    public static IEnumerable<IReadOnlyList<MatrixCell>> Together(IEnumerable<MatrixCell> cells) =>
        cells.Chunk(All.Count).SelectMany(round => round.GroupBy(cell => cell.Load).SelectMany(same => same.Chunk(same.Key.Together)));
}
