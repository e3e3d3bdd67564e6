namespace TimerProbe.Reporting.Html;

internal static class About
{
    private const int MaxListed = 100;

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
        var guests = $"{NoticeText.Published(document.Published)} {NoticeText.Stored(document.StoredChecks)}".Trim();
        var notJoined = FleetReport.Missing(report, withFailed: false).Skip(1).Where(section => section.Notes.Count > 0).ToList();
        if (guests.Length + notJoined.Count > 0)
        {
            page.Add($"<h3>Measurements from guests</h3>\n<p>{guests} A guest's administrators can publish what they like about their own VM.</p>\n");
        }

        foreach (var section in notJoined)
        {
            page.Add($"<details><summary>{section.Title}</summary><ul>\n");
            foreach (var line in section.Notes.Take(MaxListed))
            {
                page.Add($"<li><bdi>{line}</bdi></li>\n");
            }

            page.Add($"</ul></details>\n");
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
}
