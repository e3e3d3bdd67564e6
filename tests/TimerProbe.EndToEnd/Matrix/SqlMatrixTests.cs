namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Servers whose costs are known, and change while they are measured: what is slow alone and together, with and without an earlier run.</summary>
public sealed class SqlMatrixTests
{
    private enum Answer
    {
        Right,
        Unclear,
        Wrong,
    }

    /// <summary>CI's share: each trouble and course, and not each with everything.</summary>
    [Fact]
    public async Task No_cause_is_wrong_in_a_share_of_the_cells()
    {
        foreach (var cell in SqlCell.All.Where((_, place) => place % 37 == 0))
        {
            var verdict = await cell.JudgeAsync();
            Assert.True(Rate(cell, verdict) != Answer.Wrong, $"{cell}: {verdict}");
        }
    }

    /// <summary>By tests/matrix sql, which sets TIMERPROBE_MATRIX_SQL to the number of seeds: a table in artifacts/matrix-sql.txt.</summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task All_cells_are_counted()
    {
        var seeds = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_SQL") ?? "0", CultureInfo.InvariantCulture);
        Assert.SkipWhen(seeds == 0, "TIMERPROBE_MATRIX_SQL names no number of seeds: run tests/matrix sql");
        var answers = new List<(SqlCell Cell, SqlVerdict Verdict, Answer Answer)>();
        for (var seed = 1; seed <= seeds; seed++)
        {
            foreach (var cell in SqlCell.All)
            {
                var verdict = await (cell with { Seed = seed }).JudgeAsync();
                answers.Add((cell with { Seed = seed }, verdict, Rate(cell, verdict)));
            }
        }

        var unclear = answers.Where(item => item.Cell.IsSlowWithOneUnclear).ToList();
        var text = new StringBuilder("| trouble | right | unclear | wrong |\n|---|---:|---:|---:|\n");
        foreach (var row in (IEnumerable<IGrouping<string, (SqlCell, SqlVerdict, Answer)>>)
            [.. answers.GroupBy(item => $"{item.Cell.Trouble}"), .. answers.GroupBy(item => $"{item.Cell.Engine}"), .. unclear.GroupBy(item => $"slow, {item.Cell.Unclear} unclear")])
        {
            text.Append(CultureInfo.InvariantCulture, $"| {row.Key} | {Of(row, Answer.Right)} | {Of(row, Answer.Unclear)} | {Of(row, Answer.Wrong)} |\n");
        }

        foreach (var (cell, verdict, answer) in answers.OrderByDescending(item => item.Answer))
        {
            text.Append(CultureInfo.InvariantCulture, $"{answer}: {cell}: {verdict.State} {verdict.Cause}: {verdict.Because}\n");
        }

        await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix-sql.txt"), text.ToString(), Cancel);
        Assert.Equal(0, answers.Count(item => item.Answer == Answer.Wrong));
        Assert.InRange((double)Of(unclear, Answer.Right) / unclear.Count, 0.95, 1);
    }

    private static int Of(IEnumerable<(SqlCell Cell, SqlVerdict Verdict, Answer Answer)> answers, Answer answer) =>
        answers.Count(item => item.Answer == answer);

    /// <summary>Normal is a word about the clock; where something else is slow all the time it is not right either.</summary>
    private static Answer Rate(SqlCell cell, SqlVerdict verdict) => (verdict.State, verdict.Cause) switch
    {
        (_, SqlCause.Clock) => Has(cell, SqlTrouble.Clock),
        (_, SqlCause.Cpu) => Has(cell, SqlTrouble.Cpu),
        (_, SqlCause.Storage) => Has(cell, SqlTrouble.Flush),
        (SqlState.Normal, _) when cell.Trouble == SqlTrouble.None => Answer.Right,
        (SqlState.Normal, _) => cell.Trouble.HasFlag(SqlTrouble.Clock) || cell.Course == SqlCourse.Steady ? Answer.Wrong : Answer.Unclear,
        (SqlState.Slow, _) when cell.Trouble == SqlTrouble.None => Answer.Wrong,
        _ => Answer.Unclear,
    };

    private static Answer Has(SqlCell cell, SqlTrouble trouble) => cell.Trouble.HasFlag(trouble) ? Answer.Right : Answer.Wrong;
}
