namespace TimerProbe.Reporting.Html;

internal static class Notices
{
    public static void Write(HtmlPage page, ScanReport report)
    {
        foreach (var center in report.Document.VCenters)
        {
            WriteStatus(page, center);
        }

        foreach (var center in report.Document.VCenters.Where(center => center.CertificateVerified == false))
        {
            page.Add($"""
                <div class="notice c"><p><b>Not verified:</b> the certificate of <bdi>{center.Server}</bdi> was not checked (--insecure).
                Somebody between this machine and the server may have answered instead of it, and may have read the password.</p></div>

                """);
        }

        WriteList(page, "The same vCenter", "a server that was given by two names is counted once.", report.LeftOut);
        if (report.Document.Anonymized)
        {
            page.Add($"""
                <div class="notice i"><p><b>Anonymized:</b> names, addresses and ids are pseudonyms.</p></div>

                """);
        }

        WriteList(page, "Filtered", "only a part of the inventory was asked for.", report.Limits);
        WriteList(page, "Known gaps", "what could not be read and the configuration accepts for a time.", report.KnownGaps);
        WriteMuted(page, report.Muted);
    }

    public static void WriteMuted(HtmlPage page, IReadOnlyList<string> lines) =>
        WriteList(page, "Muted", "the configuration keeps these out of the findings.", lines);

    private static void WriteList(HtmlPage page, string title, string meaning, IReadOnlyList<string> lines)
    {
        if (lines.Count == 0)
        {
            return;
        }

        page.Add($"""<div class="notice i"><p><b>{title}:</b> {meaning}</p><ul>""");
        foreach (var line in lines)
        {
            page.Add($"<li><bdi>");
            Prose.Inline(page, line);
            page.Add($"</bdi></li>");
        }

        page.Add($"</ul></div>\n");
    }

    private static void WriteStatus(HtmlPage page, VCenterFacts center)
    {
        if (center.Status == ReadStatus.Complete)
        {
            return;
        }

        if (center.Status == ReadStatus.Partial)
        {
            WritePartial(page, center.Server, center.Problems);
            return;
        }

        page.Add($"""<div class="notice c"><p><b>Failed:</b> <bdi>{center.Server}</bdi> could not be read. Nothing of it is in this report.</p>""");
        WriteProblems(page, center.Problems);
    }

    public static void WritePartial(HtmlPage page, string server, IReadOnlyList<string> problems)
    {
        page.Add($"""<div class="notice w"><p><b>Partial:</b> <bdi>{server}</bdi> was read in part. What is missing:</p>""");
        WriteProblems(page, problems);
    }

    private static void WriteProblems(HtmlPage page, IReadOnlyList<string> problems)
    {
        if (problems.Count > 0)
        {
            page.Add($"<ul>");
            foreach (var problem in problems)
            {
                page.Add($"<li><bdi>{problem}</bdi></li>");
            }

            page.Add($"</ul>");
        }

        page.Add($"</div>\n");
    }
}
