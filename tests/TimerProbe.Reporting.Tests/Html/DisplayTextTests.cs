namespace TimerProbe.Reporting.Tests.Html;

public sealed class DisplayTextTests
{
    [Fact]
    public void Every_cause_has_words() => Assert.All(
        Enum.GetValues<ClockCause>().Where(cause => cause != ClockCause.None),
        cause => Assert.NotEqual("", DisplayText.Cause(cause)));
}
