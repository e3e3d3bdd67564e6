using Spectre.Console;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Scan;

internal static class VCenterTable
{
    public static void Write(Page page, IReadOnlyList<VCenterFacts> vcenters, bool verbose)
    {
        page.Space();
        var table = new TextTable(indent: 2);
        foreach (var vcenter in vcenters)
        {
            var failed = vcenter.Status == ReadStatus.Failed;
            table.Add(
                StyleOf(vcenter.Status),
                new Cell(vcenter.Server),
                new Cell(vcenter.Status.ToDocumentName()),
                new Cell(Product(vcenter, verbose), Rank: 3),
                new Cell(failed ? "" : Counted.Of(vcenter.Hosts.Count, "host"), Right: true, Rank: 2),
                new Cell(failed ? "" : Counted.Of(vcenter.VirtualMachines.Count, "VM"), Right: true, Rank: 1));
        }

        table.Write(page);
        foreach (var vcenter in vcenters.Where(vcenter => vcenter is { Status: ReadStatus.Failed, Problems.Count: > 0 }))
        {
            page.Paragraph(PlainText.OneLine(vcenter.Problems[0]), indent: 4);
        }

        foreach (var vcenter in vcenters.Where(vcenter => vcenter is { CertificateVerified: false, Status: not ReadStatus.Failed }))
        {
            page.Paragraph(
                $"The certificate of {PlainText.OneLine(vcenter.Server)} was not verified: anyone may have answered in its place.",
                indent: 2,
                Styles.Of(Severity.Warning),
                hanging: page.Style.Warning);
        }
    }

    private static Style? StyleOf(ReadStatus status) => status switch
    {
        ReadStatus.Failed => Styles.Of(Severity.Critical),
        ReadStatus.Partial => Styles.Of(Severity.Warning),
        _ => Styles.None,
    };

    private static string Product(VCenterFacts vcenter, bool verbose) => (verbose ? vcenter.FullName : null) ?? vcenter switch
    {
        { Version: null } => "",
        { IsVirtualCenter: false } => "ESXi " + vcenter.Version,
        _ => "vCenter " + vcenter.Version,
    };
}
