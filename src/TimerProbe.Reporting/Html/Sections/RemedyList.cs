namespace TimerProbe.Reporting.Html;

internal static class RemedyList
{
    public static void Write(HtmlPage page, FindingGroup group, bool open)
    {
        if (group.Remedies.Count > 0)
        {
            page.Add($"<h4>What to do, in this order</h4><ol class=\"remedies\">\n");
            foreach (var remedy in group.Remedies)
            {
                Write(page, remedy, HtmlAttribute.OpenIf(open && remedy.Rank == 1));
            }

            page.Add($"</ol>\n");
        }

        WriteReferences(page, group.Sources);
    }

    public static void WriteOwn(HtmlPage page, FindingGroup group, Finding finding)
    {
        var caveats = new List<string>();
        foreach (var shared in group.Remedies)
        {
            if (finding.Remedies.FirstOrDefault(own => own.Action == shared.Action) is not { } remedy)
            {
                continue;
            }

            caveats.AddRange(remedy.Caveats.Except(shared.Caveats));
            var steps = shared.OwnSteps(remedy).ToList();
            if (steps.Count > 0)
            {
                page.Add($"<h5>{shared.Rank}. {remedy.Action}</h5>\n");
                WriteSteps(page, steps);
            }
        }

        WriteCaveats(page, [.. caveats.Distinct()]);
    }

    private static void Write(HtmlPage page, SharedRemedy remedy, HtmlAttribute open)
    {
        page.Add($"<li><details{open}><summary>{remedy.Action}</summary>\n");
        WriteSteps(page, remedy.Steps);
        if (remedy.HasOwnSteps)
        {
            page.Add($"<p class=\"note\">The commands with the names filled in are with each finding below.</p>");
        }

        WriteCaveats(page, remedy.Caveats);
        page.Add($"<p>To see whether it helped: ");
        Prose.Inline(page, remedy.Verify.Contains('`', StringComparison.Ordinal) ? remedy.Verify : $"`{remedy.Verify}`");
        page.Add($"</p></details></li>\n");
    }

    private static void WriteReferences(HtmlPage page, IReadOnlyList<Reference> references)
    {
        if (references.Count == 0)
        {
            return;
        }

        page.Add($"<p class=\"note\">Read more: ");
        foreach (var (index, reference) in references.Index())
        {
            page.Add($"{(index == 0 ? "" : "; ")}");
            if (reference.Address is { } address)
            {
                page.Add($"<a href=\"{address}\" rel=\"noreferrer\">{reference.Title}</a> ({reference.Locator})");
            }
            else
            {
                page.Add($"{reference.Title} ({reference.Locator})");
            }
        }

        page.Add($".</p>\n");
    }

    private static void WriteSteps(HtmlPage page, IEnumerable<RemedyStep> steps)
    {
        foreach (var step in steps)
        {
            page.Add($"<p>{step.Tool}<pre>{step.Text:code}</pre>\n");
        }
    }

    private static void WriteCaveats(HtmlPage page, IReadOnlyCollection<string> caveats)
    {
        if (caveats.Count == 0)
        {
            return;
        }

        page.Add($"<ul class=\"caveats\">");
        foreach (var caveat in caveats)
        {
            page.Add($"<li>");
            Prose.Inline(page, caveat);
            page.Add($"</li>");
        }

        page.Add($"</ul>\n");
    }
}

/// <summary>The little Markdown that a rule's meaning is written in: paragraphs and code.</summary>
internal static class Prose
{
    public static void Write(HtmlPage page, string markdown)
    {
        foreach (var paragraph in markdown.ReplaceLineEndings("\n")
            .Split("\n\n", StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            page.Add($"<p>");
            Inline(page, paragraph.Replace('\n', ' '));
            page.Add($"</p>\n");
        }
    }

    public static void Inline(HtmlPage page, string text)
    {
        var parts = text.Split('`');
        for (var i = 0; i < parts.Length; i++)
        {
            if (i % 2 == 1 && i < parts.Length - 1)
            {
                page.Add($"<code>{parts[i]}</code>");
            }
            else
            {
                page.Add($"{(i % 2 == 1 ? "`" : "")}{parts[i]}");
            }
        }
    }
}
