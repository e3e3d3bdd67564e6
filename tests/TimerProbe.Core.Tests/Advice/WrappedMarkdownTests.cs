namespace TimerProbe.Core.Tests.Advice;

public class WrappedMarkdownTests
{
    private static readonly string LongLine = string.Join(' ', Enumerable.Repeat("clock", 40));

    [Fact]
    public void Paragraphs_are_set_anew_and_stay_apart() => Assert.Equal("one two\n\nthree", RuleMarkdown.Wrapped("one\ntwo\n\nthree"));

    [Fact]
    public void Items_keep_their_marks_and_their_indent() =>
        Assert.All(RuleMarkdown.Wrapped("- " + LongLine + "\n- short").Split('\n')[1..^1], line => Assert.StartsWith("  clock", line, StringComparison.Ordinal));

    [Fact]
    public void No_line_is_longer_than_100_characters() =>
        Assert.All(RuleMarkdown.Wrapped(LongLine + "\n\n1. " + LongLine).Split('\n'), line => Assert.InRange(line.Length, 0, 100));

    [Fact]
    public void A_word_longer_than_a_line_stands_whole() =>
        Assert.Contains(new string('x', 120), RuleMarkdown.Wrapped("a " + new string('x', 120) + " b"), StringComparison.Ordinal);
}
