namespace TimerProbe.Reporting.Html;

/// <summary>A history as one self-contained page with pictures: it uses no network, has no script, and prints.</summary>
public static class HistoryHtml
{
    public static void Write(HistoryDocument document, TextWriter output) => HtmlPage.Write(output, page => Write(page, document));

    private static void Write(HtmlPage page, HistoryDocument document)
    {
        WriteHead(page, document);
        TimelinePicture.Write(page, document);
        WriteRows(page, HistoryEntry.From(document));
        page.Add($"""
            <section id="about" aria-labelledby="about-title">
            <h2 id="about-title">About this page</h2>
            <p>What happened between two scans is dated by the later one ("by"), unless vCenter says when it happened ("at"); the pictures change at the same times. A clock's state is drawn from one measurement to the next, or until something happens that can change it. That a machine away from home has a slow clock is expected; only a measurement proves it.</p>
            <dl class="facts"><dt>Made by<dd>TimerProbe {document.Tool.Version}<dt>Document<dd>{document.Schema}<dt>Written<dd>{Times.Minute(document.WrittenAt)} UTC<dt>Scans<dd>{Counted.Number(document.Scans.Count)}</dl>
            </section>

            """);
        ReportHtml.Close(page, script: false);
    }

    private static void WriteHead(HtmlPage page, HistoryDocument document)
    {
        var subject = document.Subject;
        ReportHtml.Open(
            page, $"History of {subject.Name}, {Times.Minute(document.From)} to {Times.Minute(document.To)} UTC", "history", script: false);
        page.Add($"""
            <header>
            <div class="title"><h1>History of <bdi>{subject.Name}</bdi></h1>
            <p>{Subject.GetNoun(subject.Kind).For(1)}
            """);
        if (subject.Server is { } server)
        {
            page.Add($" of <bdi>{server}</bdi>");
        }

        page.Add($"""
            , <time datetime="{DisplayText.Machine(document.From)}">{Times.Minute(document.From)}</time> to <time datetime="{DisplayText.Machine(document.To)}">{Times.Minute(document.To)} UTC</time></p></div>
            </header>
            <main id="main" tabindex="-1">

            """);
        if (NoticeText.RanAt(document.FrequencyStretches) is { Length: > 0 } ran)
        {
            page.Add($"<p>{ran}</p>\n");
        }
    }

    internal static void WriteRows(HtmlPage page, IReadOnlyList<HistoryEntry> rows)
    {
        page.Add($"""
            <section id="story" aria-labelledby="story-title">
            <h2 id="story-title">What happened</h2>

            """);
        if (rows.Count == 0)
        {
            page.Add($"<p>The store has no data for this time.</p>\n</section>\n");
            return;
        }

        page.Add($"""
            <table>
            <thead><tr><th scope="col">Time (UTC)<th scope="col">What<th scope="col">Detail</tr></thead>
            <tbody>

            """);
        foreach (var row in rows)
        {
            page.Add($"<tr><td class=\"when\">{row.When} <time datetime=\"{DisplayText.Machine(row.At)}\">{Times.Minute(row.At)}</time>");
            page.Add($"<td><span class=\"{(row.Kind.Length == 0 ? "plain" : row.Kind == "slow" ? "critical" : "warning")}\">{row.What}</span><td>{row.Detail}</tr>\n");
        }

        page.Add($"</tbody></table>\n</section>\n");
    }
}
