namespace TimerProbe.Guest.Tests.Services;

public sealed class EventEscapeTests
{
    [Theory]
    [InlineData("100 % of 'C:\\%USERNAME%'", "100 % of 'C:\\%USERNAME%'")]
    [InlineData("'%1'", "'% 1'")]
    [InlineData("%%1", "% % 1")]
    [InlineData("%{S-1-5-18}", "% {S-1-5-18}")]
    [InlineData("at its end %", "at its end %")]
    public void A_viewer_fills_in_nothing(string text, string written) => Assert.Equal(written, WindowsEventLog.Escape(text));

    [Fact]
    public void Lines_end_as_windows_ends_them() => Assert.Equal("one\r\ntwo\r\nthree", WindowsEventLog.Escape("one\ntwo\r\nthree"));

    [Fact]
    public void It_ends_where_it_ends_and_not_at_a_zero_in_it() => Assert.Equal("a\uFFFDb", WindowsEventLog.Escape("a\0b"));

    [Fact]
    public void Longer_than_the_log_takes_it_is_cut() => Assert.InRange(WindowsEventLog.Escape(new string('%', 100_000)).Length, 1_000, 31_839);
}
