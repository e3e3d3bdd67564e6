using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>What the proposed moves come to for each host.</summary>
internal static class MoveSection
{
    public static void Write(HtmlPage page, ScanView view)
    {
        var moves = ProposedMoves.Of(view.Document);
        if (moves.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="moves" aria-labelledby="moves-title">
            <h2 id="moves-title">Proposed moves</h2>
            <p>Each machine goes to the host it was powered on at where that can take it, the others where CPU is free, each host's share of them. The machine's finding has the commands.</p>
            <div class="scroll" tabindex="0" role="region" aria-labelledby="moves-title"><table><thead><tr><th scope="col">To host<th scope="col">Cluster<th scope="col">vCenter<th scope="col">Machines</tr></thead><tbody>

            """);
        foreach (var host in moves)
        {
            page.Add($"<tr><th scope=\"row\"><bdi>{host.Host}</bdi></th><td><bdi>{host.Cluster}</bdi></td><td><bdi>{host.Server}</bdi></td><td>{host.Coming}</td></tr>\n");
        }

        page.Add($"</tbody></table></div></section>\n");
    }
}
