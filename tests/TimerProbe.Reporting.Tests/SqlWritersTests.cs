using System.Globalization;
using CsvHelper;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;
using TimerProbe.Reporting.Csv;
using TimerProbe.Reporting.OpenMetrics;
using TimerProbe.Tests.Shared;

namespace TimerProbe.Reporting.Tests;

public sealed class SqlWritersTests
{
    private static readonly string Page = string.Join(' ', File.ReadAllText(Repository.Path("docs", "formats.md")).Split(default(char[]), StringSplitOptions.RemoveEmptyEntries));

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

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void A_collector_reads_every_name(string name)
    {
        var samples = MetricReader.Read(Written.Of(SqlOpenMetrics.Write, SampleSql.Named(name), new MetricView(HasDetails: true)));
        Assert.All(samples, sample => Assert.Equal(name, sample.Labels["server"]));
    }

    [Fact]
    public void Figures_are_in_base_units()
    {
        var samples = MetricReader.Read(Written.Of(SqlOpenMetrics.Write, SampleSql.Document, new MetricView(HasDetails: true)));
        Assert.Equal(1.2204e-6, Of("clock_call_seconds", "stat", "median"));
        Assert.Equal(30.1, Of("workload_seconds", "workload", "primality"));
        Assert.Equal(1, Of("cause", "cause", "clock"));
        Assert.Equal(0, Of("cause", "cause", "storage"));

        double Of(string name, string label, string value) => samples.Single(sample => sample.Name == $"timerprobe_sql_{name}" && sample.Labels[label] == value).Value;
    }

    [Fact]
    public void What_was_not_measured_has_no_sample()
    {
        var empty = SampleSql.Judged(SampleSql.Document with { Workloads = [], ClockCallNs = null, Check = null, CheckAfter = null, Server = SampleSql.Document.Server with { TscHz = null } });
        var names = MetricReader.Read(Written.Of(SqlOpenMetrics.Write, empty, new MetricView(HasDetails: true))).Select(sample => sample.Name).ToList();
        Assert.DoesNotContain("timerprobe_sql_clock_call_seconds", names);
        Assert.DoesNotContain("timerprobe_sql_tsc_hertz", names);
        Assert.Empty(Rows(empty));
    }

    [Fact]
    public void No_price_is_below_zero()
    {
        var cheap = SampleSql.Document with
        {
            StatementCostNs = new SqlStatementCost(new Duration(-30), new Duration(-50), new Duration(-10), 8, new Duration(-30), new Duration(-30)),
            ClockCallNs = new SqlClockCall(new Duration(20), new Duration(-15), new Duration(40), 8),
        };
        var samples = MetricReader.Read(Written.Of(SqlOpenMetrics.Write, cheap, new MetricView(HasDetails: true))).ToList();
        Assert.DoesNotContain(samples, sample => sample.Name == "timerprobe_sql_statement_cost_seconds");
        Assert.Equal([0, 2e-8, 4e-8], samples.Where(sample => sample.Name == "timerprobe_sql_clock_call_seconds").Select(sample => sample.Value).Order());
    }

    [Theory]
    [InlineData("de-DE")]
    [InlineData("fa-IR")]
    public void Tables_and_metrics_are_the_same_in_every_culture(string culture)
    {
        var expected = Written.Of(SqlCsv.Write, SampleSql.Document) + Written.Of(SqlOpenMetrics.Write, SampleSql.Document, new MetricView(HasDetails: true));
        var previous = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            Assert.Equal(expected, Written.Of(SqlCsv.Write, SampleSql.Document) + Written.Of(SqlOpenMetrics.Write, SampleSql.Document, new MetricView(HasDetails: true)));
        }
        finally
        {
            CultureInfo.CurrentCulture = previous;
        }
    }

    [Fact]
    public void The_page_lists_the_columns_in_their_order() =>
        Assert.Contains($"`{Written.Of(SqlCsv.Write, SampleSql.Document).Split("\r\n")[0].Replace(",", ", ", StringComparison.Ordinal)}`", Page, StringComparison.Ordinal);

    [Fact]
    public void The_page_lists_every_metric() => Assert.All(
        MetricReader.Read(Written.Of(SqlOpenMetrics.Write, SampleSql.Document, new MetricView(HasDetails: true))).Select(sample => sample.Name).Distinct(StringComparer.Ordinal),
        name => Assert.Contains($"`{name["timerprobe_sql_".Length..]}`", Page, StringComparison.Ordinal));

    private static List<IDictionary<string, string>> Rows(SqlDocument document)
    {
        using var reader = new CsvReader(new StringReader(Written.Of(SqlCsv.Write, document)), CultureInfo.InvariantCulture);
        Assert.True(reader.Read() && reader.ReadHeader());
        var rows = new List<IDictionary<string, string>>();
        while (reader.Read())
        {
            rows.Add(reader.HeaderRecord!.ToDictionary(name => name, name => reader[name]!, StringComparer.Ordinal));
        }

        return rows;
    }
}
