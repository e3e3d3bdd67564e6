namespace TimerProbe.Reporting.Tests;

public sealed class SqlWritersTests
{
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
