namespace TimerProbe.Core.Tests.Advice;

public class WrappedMarkdownTests
{
    private static readonly string LongLine = string.Join(' ', Enumerable.Repeat("clock", 40));

    [Fact]
    public void Paragraphs_are_set_anew_and_stay_apart() => Assert.Equal("one two\n\nthree", RuleMarkdown.Wrapped("one\ntwo\n\nthree"));

    [Fact]
    public void Items_keep_their_marks_and_their_indent() => Assert.All(
        RuleMarkdown.Wrapped("1. " + LongLine + "\n2. short").Split('\n')[1..^1],
        line => Assert.Matches("^   clock.{0,92}$", line));

    [Fact]
    public void A_word_longer_than_a_line_stands_whole() =>
        Assert.Contains(new string('x', 120), RuleMarkdown.Wrapped("a " + new string('x', 120) + " b"), StringComparison.Ordinal);
}
