namespace TimerProbe.Server.Tests;

/// <summary>What a node says on standard error.</summary>
public sealed class ErrorDialogTests
{
    [Fact]
    public void What_is_named_in_a_complaint_begins_no_line_and_hides_nothing()
    {
        using var error = new StringWriter { NewLine = "\n" };
        var dialog = ServerCommandLine.Dialog(error);
        dialog.ReportProblem("DB01\ntimerprobe-server: all is well\u001b[2J is not known");
        dialog.Progress("nothing of this");
        Assert.Equal("timerprobe-server: DB01\n  timerprobe-server: all is well\uFFFD[2J is not known\n", error.ToString());
        Assert.False(dialog.CanAnswer || dialog.Confirm("may I", Cancel));
    }
}
