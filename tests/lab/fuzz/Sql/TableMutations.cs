namespace TimerProbe.Fuzz.Sql;

/// <summary>Changes to the rows of an answer that leave it an answer.</summary>
internal static class TableMutations
{
    private static readonly object?[] Odd =
    [
        null, 0, -1, int.MinValue, int.MaxValue, 0L, -1L, long.MinValue, long.MaxValue, 1L << 53, double.NaN, double.PositiveInfinity,
            double.NegativeInfinity, double.MaxValue, -0.0, 1e19, 0.5,
        DateTime.MinValue, DateTime.MaxValue, new DateTime(1900, 1, 1, 0, 0, 0, DateTimeKind.Unspecified), "",
    ];

    public static (string Name, object? Value)[][] Change(IReadOnlyList<(string Name, object? Value)[]> table, Random random)
    {
        var rows = table.Select(row => row.ToArray()).ToList();
        for (var left = random.Next(1, 4); left > 0; left--)
        {
            ChangeOnce(rows, random);
        }

        return rows is [] or [[]] ? [[("x", 1)]] : [.. rows];
    }

    private static void ChangeOnce(List<(string Name, object? Value)[]> rows, Random random)
    {
        if (rows is [] or [[]])
        {
            return;
        }

        var column = random.Next(rows[0].Length);
        switch (random.Next(8))
        {
            case 0:
                rows.AddRange(Enumerable.Repeat(rows[0], 1 << random.Next(12)));
                break;
            case 1:
                Apply(rows, row => [.. row.Where((_, index) => index != column)]);
                break;
            case 2:
                Apply(rows, row => [.. row, row[column]]);
                break;
            case 3:
                var name = OddTexts.Any(random);
                Apply(rows, row => [.. row.Select((value, index) => index == column ? (name[..Math.Min(name.Length, 255)], value.Value) : value)]);
                break;
            default:
                var odd = random.Next(3) == 0 ? AnswerMutations.Text(random) : Odd[random.Next(Odd.Length)];
                Apply(rows, row => [.. row.Select((value, index) => index == column ? (value.Name, odd) : value)]);
                break;
        }
    }

    private static void Apply(List<(string Name, object? Value)[]> rows, Func<(string Name, object? Value)[], (string Name, object? Value)[]> change)
    {
        for (var i = 0; i < rows.Count; i++)
        {
            rows[i] = change(rows[i]);
        }
    }
}
