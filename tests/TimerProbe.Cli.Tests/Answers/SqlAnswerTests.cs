namespace TimerProbe.Cli.Tests.Answers;

public sealed class SqlAnswerTests
{
    [Fact]
    public void The_answer_is_one_screen_and_the_one_that_was_agreed()
    {
        var text = Written.Of(SqlText.Write, SampleSql.Document, new TextView(Transcript.Terminal, Detail.Summary));

        Transcript.AssertFits(text, lines: 25);
        Transcript.AssertIs("sql-slow", text);
    }
}
