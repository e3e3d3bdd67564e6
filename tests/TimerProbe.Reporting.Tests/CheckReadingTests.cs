namespace TimerProbe.Reporting.Tests;

public sealed class CheckReadingTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(-41_234_567_890)]
    [InlineData(long.MinValue)]
    [InlineData(long.MaxValue)]
    public async Task A_reference_page_ahead_of_its_time_or_behind_is_read_as_it_was_written(long bias)
    {
        var windows = new WindowsFacts { ReferencePage = new ReferencePageFacts(1, 0x0106_C650_106C_6500, bias) };
        var json = DocumentJson.Write(SampleCheck.Document with { Machine = SampleCheck.Document.Machine with { Windows = windows } });
        Assert.Equal(windows.ReferencePage, DocumentJson.Read<CheckDocument>(json).Machine.Windows!.ReferencePage);
        await DocumentSchema.AssertValidAsync(json, "timerprobe.check.1.json");
    }
}
