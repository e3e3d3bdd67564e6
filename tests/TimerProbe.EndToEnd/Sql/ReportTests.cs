namespace TimerProbe.EndToEnd.Sql;

public sealed class ReportTests
{
    [Fact]
    public async Task A_workbook_is_written_by_its_ending_and_refused_for_what_has_none()
    {
        using var folder = new TemporaryFolder();
        var written = await TimerProbeProgram.InProcess.With("report", "--from", Repository.Path("docs", "samples", "scan.json"), "--out", folder["fleet.xlsx"]).RunAsync();
        Assert.Equal(new ProgramResult(0, "", ""), written);
        var bytes = await File.ReadAllBytesAsync(folder["fleet.xlsx"], Cancel);
        Assert.Equal("PK\u0003\u0004"u8, bytes.AsSpan(0, 4));
        var refused = await TimerProbeProgram.InProcess.With("report", "--from", folder.Write("sql.json", DocumentJson.Write(SampleSql.Document)), "--output", "xlsx").RunAsync();
        Assert.Equal((2, "timerprobe: a document of sql cannot be written as xlsx: use text, json, csv, html, markdown\n"), (refused.ExitCode, refused.Error));
    }
}
