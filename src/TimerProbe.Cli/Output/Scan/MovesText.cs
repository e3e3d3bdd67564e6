using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>What the proposed moves come to for each host, in a line.</summary>
internal static class MovesText
{
    public static void Write(Page page, ScanDocument document, ShortNames names)
    {
        var moves = ProposedMoves.Of(document);
        if (moves.Count == 0)
        {
            return;
        }

        var shown = moves.Take(names.MostRows).Select(host => string.Create(
            CultureInfo.InvariantCulture, $"{host.Machines:#,0} to {names.Host(host.Host)}{(names.SeveralVCenters ? $" ({SafeText.OneLine(host.Server)})" : "")}"));
        var more = moves.Count > names.MostRows ? $" and to {Counted.Of(moves.Count - names.MostRows, "more host")}" : "";
        page.Paragraph($"Proposed moves: {string.Join(", ", shown)}{more}.", indent: 2);
    }
}
