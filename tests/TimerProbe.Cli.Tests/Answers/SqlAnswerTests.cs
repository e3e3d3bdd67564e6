namespace TimerProbe.Cli.Tests.Answers;

/// <summary>A run on a SQL Server answers on one screen.</summary>
public sealed class SqlAnswerTests
{
    private const int Screen = 25;

    [Fact]
    public void The_answer_is_one_screen_and_the_one_that_was_agreed()
    {
        var text = Write(SampleSql.Document, Detail.Summary);

        Transcript.AssertFits(text, Screen);
        Transcript.AssertIs("sql-slow", text);
    }

    [Fact]
    public void The_steps_have_every_workload_and_why_one_did_not_run()
    {
        var text = Write(SampleSql.Document, Detail.Full);

        Assert.Contains("loop of eight statements", text, StringComparison.Ordinal);
        Assert.Contains("natively compiled not run: ", text, StringComparison.Ordinal);
    }

    private static string Write(SqlDocument document, Detail detail) => Written.Of(SqlText.Write, document, new TextView(Transcript.Terminal, detail));
}
