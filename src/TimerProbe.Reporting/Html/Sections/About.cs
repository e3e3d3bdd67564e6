namespace TimerProbe.Reporting.Html;

internal static class About
{
    private const int MaxRefused = 100;

    public static void Write(HtmlPage page, ScanReport report)
    {
        var document = report.Document;
        page.Add($"""
            <section id="about" aria-labelledby="about-title">
            <h2 id="about-title">About this report</h2>
            <h3>How a home is decided</h3>
            <p>The frequency a VM was powered on at is taken from the frequency reported to its guest (guest), from the hypervisor's log, from vCenter's events, from an earlier scan (history), or inferred from vCenter's CPU statistics or from the only frequency its hosts have; the table says so where it is not from the events. It is away when its present host differs from that by more than {document.TolerancePpm.Value} ppm.</p>

            """);
        WriteVCenters(page, document.VCenters);
        if (document.GuestResults is { } results)
        {
            WriteGuests(page, results);
        }

        if (document.Published is { } published)
        {
            WritePublished(page, published);
        }

        if (document.StoredChecks is { } stored)
        {
            page.Add($"<h3>Checks in the store</h3>\n<p>{GuestResultText.Stored(stored)}</p>\n");
        }

        WriteCost(page, report);
        page.Add($"""
            <h3>Document</h3>
            <dl class="facts"><dt>Made by<dd>TimerProbe {document.Tool.Version}<dt>Document<dd><code>{document.Id.ToString()}</code> ({document.Schema})<dt>Started<dd>{Times.Minute(document.StartedAt)} UTC<dt>Tolerance<dd>{document.TolerancePpm.Value} ppm</dl>
            </section>

            """);
    }

    private static void WriteVCenters(HtmlPage page, IReadOnlyList<VCenterFacts> centers)
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

    private static void WriteGuests(HtmlPage page, GuestResultsFacts results)
    {
        page.Add($"""
            <h3>Measurements from guests</h3>
            <p>{Counted.Of(results.Documents, "check document")} read: {Counted.Number(results.MatchedByUuid)} joined by SMBIOS UUID, {Counted.Number(results.MatchedByName)} by name only, {Counted.Number(results.Unmatched.Count)} to no virtual machine.</p>

            """);
        if (results.Unmatched.Count > 0)
        {
            page.Add($"<details><summary>{Counted.Of(results.Unmatched.Count, "result")} matched to no VM</summary><ul>\n");
            foreach (var guest in results.Unmatched)
            {
                page.Add($"<li><bdi>{guest.Machine}</bdi>: <bdi>{guest.Why}</bdi> <small>{guest.DocumentId.ToString()}</small></li>\n");
            }

            page.Add($"</ul></details>\n");
        }

        if (results.Problems.Count > 0)
        {
            page.Add($"<details><summary>{Counted.Of(results.Problems.Count, "file")} not read</summary><ul>\n");
            foreach (var problem in results.Problems)
            {
                page.Add($"<li><bdi>{problem}</bdi></li>\n");
            }

            page.Add($"</ul></details>\n");
        }
    }

    private static void WritePublished(HtmlPage page, PublishedResultsFacts published)
    {
        page.Add($"""
            <h3>Published by guests</h3>
            <p>{GuestResultText.Published(published)} A guest's administrators can publish what they like about their own VM.</p>

            """);
        if (published.Refused.Count > 0)
        {
            page.Add($"<details><summary>{Counted.Of(published.Refused.Count, "result")} not believed</summary><ul>\n");
            foreach (var refused in published.Refused.Take(MaxRefused))
            {
                page.Add($"<li><bdi>{refused.Machine}</bdi> (<bdi>{refused.Server}</bdi>): <bdi>{refused.Why}</bdi></li>\n");
            }

            page.Add($"</ul></details>\n");
        }
    }

    private static void WriteCost(HtmlPage page, ScanReport report)
    {
        var timing = report.Document.Timing;
        page.Add($"""
            <div class="cost"><h3>Time and requests</h3>
            <div class="scroll" tabindex="0" role="group" aria-label="Time and requests"><table>
            <thead><tr><th scope="col">vCenter<th scope="col">Step<th scope="col" class="n">ms<th scope="col" class="n">Requests</tr></thead>
            <tbody>

            """);
        foreach (var step in timing.Steps)
        {
            page.Add($"<tr><td><bdi>{step.Server}</bdi><td>{step.Name}<td class=\"n\">{DisplayText.Milliseconds(step.Ms)}<td class=\"n\">{Counted.Number(step.Requests)}</tr>\n");
        }

        page.Add($"</tbody>\n<tfoot><tr><th colspan=\"2\">In all; steps may run at the same time<td class=\"n\">{DisplayText.Milliseconds(timing.TotalMs)}<td class=\"n\">{Counted.Number(timing.Requests)}</tr></tfoot></table></div></div>\n");
    }

    private static string Certificate(VCenterFacts center) =>
        center.CertificateVerified != false ? center.Status == ReadStatus.Failed ? "" : "verified" : "not verified";

    private static string Mark(ReadStatus status) => status switch
    {
        ReadStatus.Failed => "c",
        ReadStatus.Partial => "w",
        _ => "ok",
    };
}
