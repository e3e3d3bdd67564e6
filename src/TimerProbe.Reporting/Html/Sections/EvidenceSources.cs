using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>Where figures come from, told once where all findings of a rule have them from the same source.</summary>
internal static class EvidenceSources
{
    /// <summary>What has one source in all findings, with the source; nothing for a finding on its own.</summary>
    public static IReadOnlyDictionary<string, string> SharedIn(GroupView group) => group.Findings.Count == 1
        ? new Dictionary<string, string>(StringComparer.Ordinal)
        : group.Findings.SelectMany(view => view.Finding.Evidence)
            .GroupBy(evidence => evidence.What, StringComparer.Ordinal)
            .Where(same => same.Select(evidence => evidence.Source).Distinct(StringComparer.Ordinal).Count() == 1)
            .ToDictionary(same => same.Key, same => same.First().Source, StringComparer.Ordinal);

    public static void Write(HtmlPage page, IReadOnlyDictionary<string, string> sources)
    {
        if (sources.Count == 0)
        {
            return;
        }

        page.Add($"<p class=\"note\">Where the figures come from: ");
        var separator = "";
        foreach (var bySource in sources.GroupBy(source => source.Value, source => source.Key, StringComparer.Ordinal))
        {
            page.Add($"{separator}{string.Join(", ", bySource)} ({bySource.Key})");
            separator = "; ";
        }

        page.Add($".</p>\n");
    }
}
