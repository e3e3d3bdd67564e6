namespace TimerProbe.Cli.Tests.Reports;

/// <summary>What decides about the undecided stands in text, Markdown and page alike, the probe first.</summary>
public sealed class DecidingTests
{
    private const string Title = "To decide what is undecided, do one of these";

    private static readonly string[] Commands =
    [
        "Invoke-TimerProbeGuestProbe -Settle scan.json -Publish",
        @".\clock-probe.ps1 -Publish",
        "timerprobe check --publish",
        "timerprobe scan 'vc1.lab.example' --user NAME --read-logs",
        "timerprobe scan 'vc1.lab.example' --user NAME --vm-logs DIR",
    ];

    private static readonly ScanDocument Scan = DocumentJson.Read<ScanDocument>(File.ReadAllBytes(Repository.Path("docs", "samples", "scan.json")));

    [Fact]
    public void Text_has_it() =>
        AssertHas(Written.Of(ScanText.Write, Scan, new TextView(new TextStyle(Width: 200, Colour: false, Unicode: true), Detail.Full)), command => $"- {command} ");

    [Fact]
    public void Markdown_has_it() => AssertHas(Written.Of((scan, output) => ReportMarkdown.Write(FleetReport.Create(scan), output), Scan), command => $"- `{command}` ");

    [Fact]
    public void The_page_has_it() => AssertHas(
        Written.Of(ScanHtml.Write, Scan).Replace("&#39;", "'", StringComparison.Ordinal), command => $"<code>{command}</code> ");

    private static void AssertHas(string report, Func<string, string> line)
    {
        var section = report[report.IndexOf(Title, StringComparison.Ordinal)..];
        var places = Commands.Select(command => section.IndexOf(line(command), StringComparison.Ordinal)).ToList();
        Assert.DoesNotContain(-1, places);
        Assert.Equal(places.Order(), places);
    }
}
