using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Html.Markup;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>How each vCenter was read, and how much it holds.</summary>
internal static class VCentersRead
{
    public static void Write(HtmlPage page, IReadOnlyList<VCenterFacts> centers)
    {
        page.Add($"""
            <h3>What was read</h3>
            <div class="scroll" tabindex="0" role="group" aria-label="What was read"><table>
            <thead><tr><th scope="col">vCenter<th scope="col">Read<th scope="col">Product<th scope="col">Certificate<th scope="col" class="n">Hosts<th scope="col" class="n">Clusters<th scope="col" class="n">VMs<th scope="col" class="n">Templates</tr></thead>
            <tbody>

            """);
        foreach (var center in centers)
        {
            page.Add($"<tr><th scope=\"row\"><bdi>{center.Server}</bdi><td class=\"{Mark(center.Status)}\">{center.Status.ToDocumentName()}<td>{center.FullName ?? center.Version ?? "unknown"}");
            page.Add($"<td>{Certificate(center)}<td class=\"n\">{Counted.Number(center.Hosts.Count)}<td class=\"n\">{Counted.Number(center.Clusters.Count)}");
            page.Add($"<td class=\"n\">{Counted.Number(center.VirtualMachines.Count)}<td class=\"n\">{Counted.Number(center.Templates)}</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static string Certificate(VCenterFacts center) => center.CertificateVerified != false ? center.Status == ReadStatus.Failed ? "" : "verified" : "not verified";

    private static string Mark(ReadStatus status) => status switch
    {
        ReadStatus.Failed => "c",
        ReadStatus.Partial => "w",
        _ => "ok",
    };
}
