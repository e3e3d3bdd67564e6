namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Servers whose costs are known, and change while they are measured: what is slow alone and together, with and without an earlier run.</summary>
public sealed class SqlMatrixTests
{
    /// <summary>CI's share: each trouble and course, and not each with everything.</summary>
    [Fact]
    public async Task No_cause_is_wrong_in_a_share_of_the_cells()
    {
        foreach (var cell in SqlCell.All.Where((_, place) => place % 37 == 0))
        {
            var verdict = await cell.JudgeAsync();
            Assert.True(IsRight(cell, verdict) != false, $"{cell}: {verdict}");
        }
    }

    /// <summary>By tests/matrix sql, which sets TIMERPROBE_MATRIX_SQL to the number of seeds: a table in artifacts/matrix-sql.txt.</summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task All_cells_are_counted()
    {
        var seeds = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_SQL") ?? "0", CultureInfo.InvariantCulture);
        Assert.SkipWhen(seeds == 0, "TIMERPROBE_MATRIX_SQL names no number of seeds: run tests/matrix sql");
        var (tables, lines, slow) = (new CountTables(), new List<(bool? IsRight, string Text)>(), new List<bool?>());
        foreach (var cell in Enumerable.Range(1, seeds).SelectMany(seed => SqlCell.All.Select(cell => cell with { Seed = seed })))
        {
            var verdict = await cell.JudgeAsync();
            var isRight = IsRight(cell, verdict);
            tables.Count("trouble", $"{cell.Trouble}", isRight);
            tables.Count("engine", $"{cell.Engine}", isRight);
            if (cell.IsSlowWithOneUnclear)
            {
                tables.Count("slow, and unclear", $"{cell.Unclear}", isRight);
                slow.Add(isRight);
            }

            lines.Add((isRight, $"{isRight switch { true => "right", false => "wrong", null => "unclear" }}: {cell}: {verdict.State} {verdict.Cause}: {verdict.Because}\n"));
        }

        var text = $"{tables}{string.Concat(lines.OrderBy(line => line.IsRight ?? false).ThenBy(line => line.IsRight is null).Select(line => line.Text))}";
        await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix-sql.txt"), text, Cancel);
        Assert.DoesNotContain(lines, line => line.IsRight == false);
        Assert.InRange((double)slow.Count(isRight => isRight == true) / slow.Count, 0.95, 1);
    }

    /// <summary>Whether a verdict is right; null where it leaves the question open. Normal is a word about the clock; where something else is slow all the time it is not right either.</summary>
    private static bool? IsRight(SqlCell cell, SqlVerdict verdict) => (verdict.State, verdict.Cause) switch
    {
        (_, SqlCause.Clock) => cell.Trouble.HasFlag(SqlTrouble.Clock),
        (_, SqlCause.Cpu) => cell.Trouble.HasFlag(SqlTrouble.Cpu),
        (_, SqlCause.Storage) => cell.Trouble.HasFlag(SqlTrouble.Flush),
        (SqlState.Normal, _) when cell.Trouble == SqlTrouble.None => true,
        (SqlState.Normal, _) => cell.Trouble.HasFlag(SqlTrouble.Clock) || cell.Course == SqlCourse.Steady ? false : null,
        (SqlState.Slow, _) when cell.Trouble == SqlTrouble.None => false,
        _ => null,
    };
}
