using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Html.Markup;

namespace TimerProbe.Reporting.Tests.Html;

public sealed class WordsTests
{
    [Fact]
    public void Every_cause_has_words() => Assert.All(
        Enum.GetValues<ClockCause>().Where(cause => cause != ClockCause.None),
        cause => Assert.NotEqual("", Words.Cause(cause)));
}
