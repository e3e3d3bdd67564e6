using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Html;
using TimerProbe.Reporting.Tests.Html;

namespace TimerProbe.Browser.Tests.Running;

/// <summary>A report on disk, as its reader gets it by mail.</summary>
public sealed class ReportFile
{
    private ReportFile(string name, ScanDocument document)
    {
        Path = Artifacts.Path("reports", name + ".html");
        File.WriteAllText(Path, ScanHtml.Write(document));
    }

    public static ReportFile Sample { get; } = new("sample", SampleScan.Document);

    public static ReportFile Large { get; } = new("large", LargeScan.Document);

    public static ReportFile Hostile { get; } = new("hostile", HostileScan.Document);

    public string Path { get; }

    public string Address => new Uri(Path).AbsoluteUri;
}
