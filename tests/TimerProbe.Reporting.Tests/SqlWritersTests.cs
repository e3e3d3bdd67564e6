namespace TimerProbe.Reporting.Tests;

public sealed class SqlWritersTests
{
    private static readonly string Page = string.Join(
        ' ', File.ReadAllText(Repository.Path("docs", "formats.md")).Split(default(char[]), StringSplitOptions.RemoveEmptyEntries));

    [Fact]
    public void Each_workload_is_a_row_that_reads_back()
    {
        var rows = Rows(SampleSql.Document);
        Assert.Equal(SampleSql.Document.Workloads.Select(workload => workload.Name.ToDocumentName()), rows.Select(row => row["workload"]));
        Assert.Equal(
            ("DB01", "slow", "clock", "1000000000000037", "15811388", "30.1", "3"),
            (rows[0]["server"], rows[0]["state"], rows[0]["cause"], rows[0]["argument"], rows[0]["iterations"], rows[0]["medianSeconds"], rows[0]["runs"]));
        Assert.StartsWith("4.2", rows[0]["timesEarlier"], StringComparison.Ordinal);
        Assert.Equal(("", "the database DB01 has no memory-optimized filegroup"), (rows[1]["medianSeconds"], rows[1]["skipped"]));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void No_name_is_a_formula_in_a_cell(string name)
    {
        var server = Rows(SampleSql.Named(name))[0]["server"];
        Assert.DoesNotContain(server[0], "=+-@\t\uFF1D");
        Assert.EndsWith(name, server, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_workloads_there_is_no_row() => Assert.Empty(Rows(SampleSql.Judged(SampleSql.Document with { Workloads = [] })));

    [Fact]
    public void The_page_lists_the_columns_in_their_order() =>
        Assert.Contains($"`{Written.Of(ResultCsv.Write, SampleSql.Document).Split("\r\n")[0].Replace(",", ", ", StringComparison.Ordinal)}`", Page, StringComparison.Ordinal);

    private static List<IDictionary<string, string>> Rows(SqlDocument document)
    {
        using var reader = new CsvReader(new StringReader(Written.Of(ResultCsv.Write, document)), CultureInfo.InvariantCulture);
        Assert.True(reader.Read() && reader.ReadHeader());
        var rows = new List<IDictionary<string, string>>();
        while (reader.Read())
        {
            rows.Add(reader.HeaderRecord!.ToDictionary(name => name, name => reader[name]!));
        }

        return rows;
    }
}
