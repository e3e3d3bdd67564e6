namespace TimerProbe.Core.Tests.Names;

public sealed class PlainTextTests
{
    [Fact]
    public void Nothing_hidden_is_let_through() => Prop.ForAll(ArbMap.Default.ArbFor<string>(), text =>
        PlainText.OneLine(text ?? "").EnumerateRunes().All(rune => !PlainText.IsHidden(rune))
        && PlainText.Lines(text ?? "").EnumerateRunes().All(rune => !PlainText.IsHidden(rune) || rune.Value == '\n'))
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("\u0000", "a null")]
    [InlineData("\u001B", "an escape")]
    [InlineData("\u0085", "a next line")]
    [InlineData("\u061C", "a mark of direction")]
    [InlineData("\u200B", "a space without width")]
    [InlineData("\u202E", "an override of direction")]
    [InlineData("\u2028", "a separator of lines")]
    [InlineData("\u2066", "an isolate")]
    [InlineData("\uFEFF", "a byte order mark")]
    [InlineData("\uFDD0", "a noncharacter")]
    [InlineData("\uFFFF", "a noncharacter")]
    [InlineData("\U0001FFFE", "a noncharacter of another plane")]
    [InlineData("\U000E0041", "a tag")]
    [InlineData("\r", "a return")]
    public void What_acts_or_hides_is_replaced(string character, string what) =>
        Assert.True(PlainText.Lines($"a{character}b") == "a\uFFFDb" && PlainText.OneLine($"a{character}b") == "a\uFFFDb", what);

    [Theory]
    [InlineData("DB01 (prod), 5 %")]
    [InlineData("数据库 😀 قاعدة")]
    [InlineData("\u0634\u0631\u06A9\u062A\u200C\u0647\u0627")]
    [InlineData("\U0001F468\u200D\U0001F4BB")]
    public void What_people_write_stays(string text) => Assert.Equal(text, PlainText.OneLine(text));

    [Fact]
    public void Only_lines_keep_their_ends()
    {
        Assert.Equal("a\nb", PlainText.Lines("a\nb"));
        Assert.Equal("a\uFFFDb", PlainText.OneLine("a\nb"));
    }
}
