using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Html;
using TimerProbe.Reporting.Tests.Html;
using TimerProbe.Tests.Shared;

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

    /// <summary>What a real scan of the simulated vCenter found, with the product's own rules: the sample of the documentation.</summary>
    public static ReportFile Lab { get; } = new("lab", DocumentJson.ReadScan(File.ReadAllText(Repository.Path("docs", "samples", "scan.json"))));

    public string Path { get; }

    public string Address => new Uri(Path).AbsoluteUri;
}
