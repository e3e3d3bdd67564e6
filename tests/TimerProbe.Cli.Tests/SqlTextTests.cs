namespace TimerProbe.Cli.Tests;

public sealed class SqlTextTests
{
    private static readonly TextStyle Plain = new(Width: 80, Colour: false, Unicode: true);

    [Fact]
    public void The_page_begins_with_the_answer_and_has_every_workload()
    {
        var text = Write(SampleSql.Document);
        Assert.StartsWith("""
            SLOW    SQL Server is slowed by its clock (measured, TP301)
                    On this machine because
                    DB01 · SQL Server 16.0.4135.4 · Standard Edition · 8 schedulers · local

              interpreted function      30.10 s  1,904 ns  an iteration  4.2 x earlier
              this program               0.20 s     13 ns  an iteration
              one set-based query        1.10 s    275 ns  a row         1.0 x earlier
              loop of eight statements   2.20 s     11 us  an iteration
              commit of each row         1.90 s  0.095 ms  a row
              one commit for all         1.20 s  0.060 ms  a row
              one commit                         0.018 ms  a commit
              one more statement                 1,211 ns  a statement
              asking for the time                1,220 ns  a call
              Earlier: the run of 2026-10-21 03:00 UTC, the fastest one known.

            """.ReplaceLineEndings("\n"), text, StringComparison.Ordinal);
        Assert.Contains("\n  natively compiled not run: the database DB01 has no memory-optimized filegroup\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_commit_has_one_unit_and_another_engine_one_name()
    {
        var text = Write(SampleSql.Judged(SampleSql.Document with
        {
            Server = SampleSql.Document.Server with { Engine = "another engine that calls itself Microsoft SQL Server 2022 - 16.0.4135.4" },
            Workloads =
            [
                SqlWorkloadFacts.From(SqlWorkload.CommitLoop, null, 100, [3.0083, 3.0083, 3.0083]),
                SqlWorkloadFacts.From(SqlWorkload.CommitOneTransaction, null, 100, [0.008, 0.008, 0.008]),
            ],
        }));
        var cells = string.Join(' ', text.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("commit of each row 3.01 s 30.1 ms a row", cells, StringComparison.Ordinal);
        Assert.Contains("one commit 15.0 ms a commit", cells, StringComparison.Ordinal);
        Assert.Equal(2, text.Split("16.0.4135.4").Length);
        Assert.DoesNotContain("Standard Edition", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_difference_below_zero_is_no_price()
    {
        var text = Write(SampleSql.Document with
        {
            StatementCostNs = new SqlStatementCost(new Duration(-408), new Duration(-500), new Duration(20), 6, new Duration(-408), new Duration(-408)),
            ClockCallNs = new SqlClockCall(new Duration(40), new Duration(-20), new Duration(90), 8),
        });
        Assert.DoesNotContain("-408", text, StringComparison.Ordinal);
        Assert.Contains("none seen  a statement\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_the_field_saw_is_told_as_context() =>
        Assert.Contains("no limit here comes from it", Unwrapped(Write(SampleSql.Document)), StringComparison.Ordinal);

    [Fact]
    public void Without_a_reference_the_page_says_so()
    {
        var bare = SampleSql.Document with
        {
            Check = null,
            CheckAfter = null,
            ComparedWith = null,
            StatementCostNs = null,
            ClockCallNs = null,
            Server = SampleSql.Document.Server with { Local = false, TimeSource = null, MissingRights = [] }
        };
        var text = Write(SampleSql.Judged(bare));
        Assert.Contains("UNCLEAR  Nothing to compare with (TP308)\n         This run does not show whether SQL Server is slow\n", text, StringComparison.Ordinal);
        Assert.Contains("TP308 info", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_workload_and_state_can_be_shown()
    {
        var all = SampleSql.Document with
        {
            Workloads = [.. Enum.GetValues<SqlWorkload>()
            .Select(name => SqlWorkloadFacts.From(name, argument: null, 1_000, [1, 1, 1]))],
            Check = null,
            CheckAfter = null
        };
        Assert.Contains("loop with clock calls", Write(SampleSql.Judged(all)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_width_of_eighty_is_kept() => Assert.All(
        Write(SampleSql.Document).Split('\n')
            .Where(line => !line.Contains("timerprobe", StringComparison.Ordinal) && !line.StartsWith("       ", StringComparison.Ordinal)),
        line => Assert.True(line.Length <= 80, line));

    [Fact]
    public void An_instance_keeps_its_place_behind_the_machine_and_a_system_database_its_name()
    {
        var pseudonyms = new Pseudonyms("our key"u8.ToArray());
        var server = pseudonyms.Apply(SampleSql.Document.Server with { Name = @"BOX\INSTANCE", Database = "tempdb" });
        Assert.StartsWith(pseudonyms.Apply(SampleCheck.Document.Machine with { Name = "BOX" }).Name + @"\instance-", server.Name, StringComparison.Ordinal);
        Assert.Equal("tempdb", server.Database);
    }

    private static string Write(SqlDocument document) => Written.Of(SqlText.Write, document, new TextView(Plain, Detail.Full));

    private static string Unwrapped(string text) => string.Join(' ', text.Split(default(char[]), StringSplitOptions.RemoveEmptyEntries));
}
