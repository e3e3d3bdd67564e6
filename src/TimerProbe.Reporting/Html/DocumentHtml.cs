namespace TimerProbe.Reporting.Html;

/// <summary>A history as one self-contained page with pictures: it asks the network for nothing, has no script, and prints.</summary>
public static class HistoryHtml
{
    /// <summary>Writes the page as UTF-8 while it is made.</summary>
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
        ReportFrame.Close(page, script: false);
    }

    private static void WriteHead(HtmlPage page, HistoryDocument document)
    {
        var subject = document.Subject;
        ReportFrame.Open(
            page, $"History of {subject.Name}, {Times.Minute(document.From)} to {Times.Minute(document.To)} UTC", "history", script: false);
        page.Add($"""
            <header>
            <div class="title"><h1>History of <bdi>{subject.Name}</bdi></h1>
            <p>{DisplayText.Kind(subject.Kind)}
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
        if (FrequencyStretchText.Sentence(document.FrequencyStretches) is { Length: > 0 } ran)
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

/// <summary>A report as one self-contained page: it asks the network for nothing, has no script, and prints.</summary>
public static class ReportHtml
{
    /// <summary>Writes the page as UTF-8 while it is made.</summary>
    public static void Write(Report report, TextWriter output) => HtmlPage.Write(output, page => Write(page, report));

    private static void Write(HtmlPage page, Report report)
    {
        ReportFrame.Open(page, $"{report.Title} {report.Subject}, {Times.Minute(report.StartedAt)} UTC", "report", script: false);
        ReportFrame.WriteHead(page, report);
        MovedPicture.Write(page, report.Moved);
        foreach (var (number, section) in report.Sections.Index())
        {
            FigureSection.Write(page, section, number + 1);
        }

        FindingSection.Write(page, report.Findings);
        WriteAbout(page, report);
        ReportFrame.Close(page, script: false);
    }

    private static void WriteAbout(HtmlPage page, Report report)
    {
        page.Add($"<section id=\"about\" aria-labelledby=\"about-title\">\n<h2 id=\"about-title\">About this report</h2>\n<h3>How to verify</h3>\n<p>");
        Prose.Inline(page, report.Verify);
        page.Add($"</p>\n");
        WriteFacts(page, report.DetailsTitle, report.Details);
        WriteFacts(page, "Not available", [.. report.Unavailable.Select(missing => (missing.What, missing.Why))]);
        WriteFacts(page, "Document", report.Document);
        page.Add($"</section>\n");
    }

    private static void WriteFacts(HtmlPage page, string title, IReadOnlyList<(string What, string Value)> facts)
    {
        if (facts.Count == 0)
        {
            return;
        }

        page.Add($"<h3>{title}</h3>\n<dl class=\"facts\">");
        foreach (var (what, value) in facts)
        {
            page.Add($"<dt>{what}<dd><bdi>{value}</bdi>");
        }

        page.Add($"</dl>\n");
    }
}

/// <summary>A scan document as one self-contained page: it asks the network for nothing, is whole without its script, and prints.</summary>
public static class ScanHtml
{
    /// <summary>Writes the page as UTF-8 while it is made.</summary>
    public static void Write(ScanDocument document, TextWriter output) => HtmlPage.Write(output, page => Write(page, document));

    private static void Write(HtmlPage page, ScanDocument document)
    {
        var report = new ScanReport(document);
        var anchors = new FindingAnchors(report.Groups.SelectMany(group => group.Findings));
        var links = new FileLinks(report, anchors);
        WriteHead(page, report);
        Summary.Write(page, report, links);
        ClusterSection.Write(page, report, links);
        ClusterSection.WriteMoves(page, report);
        FindingSection.Write(page, report, anchors);
        MachineTable.Write(page, report, links);
        About.Write(page, report);
        ReportFrame.Close(page, script: true);
    }

    private static void WriteHead(HtmlPage page, ScanReport report)
    {
        var document = report.Document;
        var servers = string.Join(", ", document.VCenters.Select(center => center.Server));
        ReportFrame.Open(
            page, $"Slow clocks of virtual machines: {servers}, {Times.Minute(document.StartedAt)} UTC", "report", script: true);
        page.Add($"""
            <header>
            <div class="title"><h1>Slow clocks of virtual machines</h1>
            <p>Scan of 
            """);
        WriteServers(page, report);
        page.Add($"""
             on <time datetime="{DisplayText.Machine(document.StartedAt)}">{Times.Minute(document.StartedAt)} UTC</time></p></div>
            <nav aria-label="Sections"><a href="#summary">Summary</a>
            """);
        WriteLink(page, "clusters", "Clusters", report.Clusters.Count);
        WriteLink(page, "findings", "Findings", report.Document.Findings.Count);
        WriteLink(page, "machines", "Virtual machines", report.Machines.Count);
        page.Add($"""
            <a href="#about">About</a></nav>
            </header>
            <main id="main" tabindex="-1">

            """);
    }

    private static void WriteServers(HtmlPage page, ScanReport report)
    {
        for (var i = 0; i < report.Document.VCenters.Count; i++)
        {
            page.Add($"{(i == 0 ? "" : ", ")}<bdi>{report.Document.VCenters[i].Server}</bdi>");
        }
    }

    private static void WriteLink(HtmlPage page, string id, string title, int count)
    {
        if (count > 0)
        {
            page.Add($"<a href=\"#{id}\">{title} <small>{Counted.Number(count)}</small></a>\n");
        }
    }
}
