using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Html;
using TimerProbe.Reporting.Reports;
using TimerProbe.Reporting.Tests;
using TimerProbe.Reporting.Tests.Html;
using TimerProbe.Tests.Shared;

namespace TimerProbe.Browser.Tests.Running;

/// <summary>A report on disk, as its reader gets it by mail.</summary>
public sealed class ReportFile
{
    private ReportFile(string name, string html)
    {
        Path = Artifacts.Path("reports", name + ".html");
        File.WriteAllText(Path, html);
    }

    public static ReportFile Sample { get; } = new("sample", ScanHtml.Write(SampleScan.Document));

    public static ReportFile Large { get; } = new("large", ScanHtml.Write(LargeScan.Document));

    public static ReportFile Hostile { get; } = new("hostile", ScanHtml.Write(HostileScan.Document));

    /// <summary>What a real scan of the simulated vCenter found, with the product's own rules: the sample of the documentation.</summary>
    public static ReportFile Lab { get; } = new("lab", ScanHtml.Write(DocumentJson.Read<ScanDocument>(File.ReadAllText(Repository.Path("docs", "samples", "scan.json")))));

    public static ReportFile Check { get; } = new("check", ReportHtml.Write(CheckReport.Of(SampleCheck.Full("DB01"))));

    public static ReportFile Sql { get; } = new("sql", ReportHtml.Write(SqlReport.Of(SampleSql.Document)));

    public string Path { get; }

    public string Address => new Uri(Path).AbsoluteUri;
}
