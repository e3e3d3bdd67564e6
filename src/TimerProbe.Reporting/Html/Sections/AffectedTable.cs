using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The ten affected machines that matter most, each with what to do.</summary>
internal static class AffectedTable
{
    private const int Most = 10;

    public static void Write(HtmlPage page, ScanReport report, FindingAnchors anchors)
    {
        if (report.Affected.Count == 0)
        {
            return;
        }

        page.Add($"""
            <h3>{(report.Affected.Count > Most ? "The ten that matter most" : "The affected VMs")}</h3>
            <div class="scroll" tabindex="0" role="group" aria-label="The affected VMs that matter most"><table class="affected">
            <thead><tr><th scope="col">VM<th scope="col">Clock<th scope="col">What to do<th scope="col">Cluster<th scope="col">Powered on at<th scope="col">Now on<th scope="col">Away since (UTC)</tr></thead>
            <tbody>

            """);
        foreach (var row in report.Affected.Take(Most))
        {
            WriteRow(page, row, anchors);
        }

        page.Add($"</tbody></table></div>\n");
        if (report.Affected.Count > Most)
        {
            page.Add($"<p class=\"note\"><a href=\"#machines\">{Counted.Number(report.Affected.Count - Most)} more are in the table of virtual machines.</a></p>\n");
        }
    }

    private static void WriteRow(HtmlPage page, MachineRow row, FindingAnchors anchors)
    {
        var machine = row.Facts;
        if (row.Findings is [var gravest, ..])
        {
            page.Add($"<tr><th scope=\"row\"><a href=\"#{anchors[gravest]}\"><bdi>{machine.Name}</bdi></a>");
        }
        else
        {
            page.Add($"<tr><th scope=\"row\"><bdi>{machine.Name}</bdi>");
        }

        if (machine.SqlServerExpected)
        {
            page.Add($" <small>SQL Server</small>");
        }

        page.Add($"<td>{row.Clock}<td>{Action(machine)}<td><bdi>{machine.Cluster}</bdi><td><bdi>{machine.HomeHost}</bdi>");
        WriteFrequency(page, machine.HomeHz);
        page.Add($"<td><bdi>{machine.Host}</bdi>");
        WriteFrequency(page, machine.HostHz);
        page.Add($"<td>{(row.AwaySince is { } since ? Times.Minute(since) : "")}</tr>\n");
    }

    private static void WriteFrequency(HtmlPage page, Core.Units.Frequency? frequency)
    {
        if (frequency is { } known)
        {
            page.Add($" <small>{DisplayText.Megahertz(known)} MHz</small>");
        }
    }

    private static string Action(VirtualMachineFacts machine) => machine switch
    {
        { IsTimeExpectedWrong: true } => "Find out who requires the raw TSC, then power-cycle",
        { Placement: not Placement.Away } => "Find the cause: it is not known to be away",
        { MoveObstacle: not null } => "Power cycle: a DRS rule between VMs leaves no host to move to",
        _ => DestinationPlan.DestinationOf(machine) is { } host ? $"vMotion to {host}"
            : machine.HostsElsewhere is [var first, ..] ? $"Power cycle, or vMotion to {first} in another cluster" : "Power cycle",
    };
}
