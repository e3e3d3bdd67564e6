using TimerProbe.Core.Advice;
using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The remedies of a rule in the order to try them, with the steps and caveats that all its findings share.</summary>
internal static class SharedAdvice
{
    /// <summary>Writes the remedies.</summary>
    /// <param name="page">The page.</param>
    /// <param name="group">The findings of the rule.</param>
    /// <param name="open">Whether the first remedy is shown with its steps.</param>
    public static void Write(HtmlPage page, GroupView group, bool open = false)
    {
        if (group.Group.Remedies.Count > 0)
        {
            page.Add($"<h4>What to do, in this order</h4><ol class=\"remedies\">\n");
            foreach (var (number, remedy) in group.Group.Remedies.Index())
            {
                Write(page, remedy, new OpenWhen(open && number == 0), hasOwnSteps: group.Findings.Any(view => view.Finding.Remedies.Any(own => own.Action == remedy.Action && remedy.OwnSteps(own).Any())));
            }

            page.Add($"</ol>\n");
        }

        var references = group.Findings.SelectMany(view => view.Finding.References).Distinct().ToList();
        if (references.Count > 0)
        {
            page.Add($"<p class=\"note\">Read more: {string.Join("; ", references.Select(reference => $"{reference.Title} ({reference.Locator})"))}.</p>\n");
        }
    }

    private static void Write(HtmlPage page, SharedRemedy remedy, OpenWhen open, bool hasOwnSteps)
    {
        page.Add($"<li><details{open}><summary>{remedy.Action}</summary>\n");
        foreach (var step in remedy.Steps)
        {
            Steps.Write(page, step);
        }

        if (hasOwnSteps)
        {
            page.Add($"<p class=\"note\">The commands with the names filled in stand with each finding below.</p>");
        }

        Steps.WriteCaveats(page, remedy.Caveats);
        page.Add($"<p>To see whether it helped: ");
        Prose.Inline(page, remedy.Verify.Contains('`', StringComparison.Ordinal) ? remedy.Verify : $"`{remedy.Verify}`");
        page.Add($"</p></details></li>\n");
    }
}
