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
            <h3>Home and away</h3>

            """);
        WriteExplanation(page);
        page.Add($"""
            <p>The frequency a VM was powered on at is taken from the frequency reported to its guest (guest), from the hypervisor's log, from vCenter's events, from what an earlier scan read of these, or inferred from vCenter's CPU statistics or from the only frequency its hosts have; the table says so where it is not from the events. It is away when its present host differs from that by more than {document.TolerancePpm.Value} ppm.</p>

            """);
        page.Add($"<h3>What was read</h3>\n");
        ReportHtml.WriteTable(page, FleetReport.VCenters(document));
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
            page.Add($"<h3>Checks in the store</h3>\n<p>{NoticeText.Stored(stored)}</p>\n");
        }

        var cost = FleetReport.Cost(document.Timing);
        page.Add($"<div class=\"cost\"><h3>{cost.Title}</h3>\n");
        ReportHtml.WriteTable(page, cost);
        page.Add($"<p class=\"note\">{string.Join(' ', cost.Notes)} Steps may run at the same time.</p></div>\n");
        page.Add($"""
            <h3>Document</h3>
            <dl class="facts"><dt>Made by<dd>TimerProbe {document.Tool.Version}<dt>Document<dd><code>{document.Id.ToString()}</code> ({document.Schema})<dt>Started<dd>{Times.Minute(document.StartedAt)} UTC<dt>Tolerance<dd>{document.TolerancePpm.Value} ppm</dl>
            </section>

            """);
    }

    public static void WriteExplanation(HtmlPage page) => page.Add($"""
        <p>A VM is <b>at home</b> on hosts of the TSC frequency it was powered on with, and <b>away</b> on a host with a different one. A host that scales the TSC in hardware reads it at any rate: away is not slow there. On one that does not, every clock read traps into the hypervisor, and programs that read the clock often, SQL Server among them, run several times slower at 100 % CPU. What is expected of a host is a prediction until timerprobe check measures it inside a VM, or a vmware.log shows it.</p>

        """);

    private static void WriteGuests(HtmlPage page, GuestResultsFacts results)
    {
        page.Add($"""
            <h3>Measurements from guests</h3>
            <p>{Counted.Of(results.Documents, "check document")} read: {Counted.Number(results.MatchedByUuid)} joined by SMBIOS UUID, {Counted.Number(results.MatchedByName)} by name only, {Counted.Number(results.Unmatched.Count)} to no virtual machine.</p>

            """);
        WriteList(
            page,
            $"{Counted.Of(results.Unmatched.Count, "result")} matched to no VM",
            results.Unmatched.Select(guest => $"{guest.Machine}: {guest.Why} ({guest.DocumentId})"));
        WriteList(page, $"{Counted.Of(results.Problems.Count, "file")} not read", results.Problems);
    }

    private static void WritePublished(HtmlPage page, PublishedResultsFacts published)
    {
        page.Add($"""
            <h3>Published by guests</h3>
            <p>{NoticeText.Published(published)} A guest's administrators can publish what they like about their own VM.</p>

            """);
        WriteList(
            page,
            $"{Counted.Of(published.Refused.Count, "result")} not believed",
            published.Refused.Take(MaxRefused).Select(refused => $"{refused.Machine} ({refused.Server}): {refused.Why}"));
    }

    private static void WriteList(HtmlPage page, string title, IEnumerable<string> lines)
    {
        string[] all = [.. lines];
        if (all.Length == 0)
        {
            return;
        }

        page.Add($"<details><summary>{title}</summary><ul>\n");
        foreach (var line in all)
        {
            page.Add($"<li><bdi>{line}</bdi></li>\n");
        }

        page.Add($"</ul></details>\n");
    }
}
