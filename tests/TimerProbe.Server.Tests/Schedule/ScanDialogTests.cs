namespace TimerProbe.Server.Tests.Schedule;

/// <summary>What the page of scans shows as the problem of one.</summary>
public sealed class ScanDialogTests
{
    [Theory]
    [InlineData(new string[0], "no vCenter could be read", "no vCenter could be read; not verified")]
    [InlineData(new[] { "it refused the login" }, "no vCenter could be read", "it refused the login; not verified")]
    [InlineData(new[] { "a", "b", "c", "d" }, null, "a; b; c; not verified")]
    public void The_cause_stands_before_what_was_known_beforehand(string[] complaints, string? end, string says)
    {
        var dialog = new ScanDialog(new Faults(TestLog.None, TimeProvider.System), "vc1");
        dialog.Warn("not verified");
        Array.ForEach(complaints, dialog.ReportProblem);
        Assert.Equal(says, dialog.Summary(end));
    }

    [Fact]
    public void Nothing_is_no_problem() => Assert.Null(new ScanDialog(new Faults(TestLog.None, TimeProvider.System), "vc1").Summary());
}
