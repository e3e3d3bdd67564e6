namespace TimerProbe.Reporting.Tests;

public sealed class CheckCsvTests
{
    [Fact]
    public void Each_clock_is_a_row_that_reads_back()
    {
        using var reader = new CsvReader(new StringReader(Written.Of<CheckDocument>(ResultCsv.Write, SampleCheck.Document)), CultureInfo.InvariantCulture);
        Assert.True(reader.Read() && reader.ReadHeader() && reader.Read());
        Assert.Equal(("preciseTime", "1180.2", "slow", "'" + SampleCheck.Name), (reader["source"], reader["medianNs"], reader["state"], reader["machine"]));
        Assert.True(reader.Read());
        Assert.Equal(("timestampCounter", "", "turned off by --no-stub"), (reader["source"], reader["medianNs"], reader["why"]));
        Assert.False(reader.Read());
    }
}
