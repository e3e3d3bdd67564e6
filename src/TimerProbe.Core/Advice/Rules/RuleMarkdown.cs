namespace TimerProbe.Core.Advice;

/// <summary>What <c>timerprobe rules explain</c> prints, and what of the rules' pages follows from the rules.</summary>
public static class RuleMarkdown
{
    private const int Width = 100;

    private static readonly PlannedRemedy[] OffersAndRestarts =
        [.. Platforms.OfferClockOrRestart(VmName.Placeholder)];
    private static readonly PlannedRemedy[] TimeSettings =
        [.. TimeSources.Set(VmName.Placeholder).Where(remedy => !IsKnown(OffersAndRestarts, remedy.Where, remedy.Action))];
    private static readonly string ClockSources = string.Join("; ", GuestClocksource.Linux().Select(remedy => remedy.Action));

    /// <param name="settings">Whose remedies are shown; all are where none of the rule fits, or with null.</param>
    public static string Explain(RuleDescription rule, IReadOnlySet<Setting>? settings = null)
    {
        var fitting = rule.Remedies.Where(group => settings?.Contains(group.Where) == true).ToList();
        var shown = fitting.Count > 0 ? fitting : rule.Remedies;
        var page = new StringBuilder()
            .Paragraph("Remedies are listed in the order in which to try them. Where several tools are shown, any one of them is "
                + $"enough; a file and the command that opens or reads it belong together. Replace `{VmName.Placeholder.Name}` and other names in capitals with your own.");
        if (shown.Count < rule.Remedies.Count)
        {
            page.Paragraph($"These fit {Platforms.GetName(settings!.Single(Platforms.IsPlatform))}. For another platform: `--platform NAME`; for every one: `--platform all`.");
        }

        foreach (var group in shown)
        {
            page.Heading(3, GetHeading(group.Where));
            foreach (var remedy in group.Remedies)
            {
                page.Remedy(remedy);
            }
        }

        return RuleDescription.With(rule.Page, RuleDescription.WhatToDo, page.ToString());
    }

    public static string WhatToDo(RuleDescription rule)
    {
        var places = rule.Remedies.ToLookup(group => group.Remedies.All(remedy => IsKnown(OffersAndRestarts, group.Where, remedy.Action)));
        var offer = places[true].Any(group => group.Remedies.Count > 1) ? "offer the hypervisor's clock, or " : "";
        IEnumerable<string> elsewhere = places[true].Any() ? [$"Elsewhere: {offer}[stop and start the machine](README.md#stop-and-start) (downtime)."] : [];
        var setsTime = places[false].Any(group => group.Remedies.Any(remedy => IsKnown(TimeSettings, group.Where, remedy.Action)));
        return new StringBuilder()
            .Paragraph("[Commands](README.md):")
            .List(
            [
                .. places[false].GroupBy(GetActions).Where(same => same.Key.Length > 0)
                    .Select(same => $"{GetHeading([.. same.Select(group => group.Where)])}: {same.Key}."),
                .. setsTime ? ["Where the platform has a way: [set the time](README.md#set-the-time)."] : Array.Empty<string>(),
                .. elsewhere,
            ])
            .ToString();
    }

    public static string RenderIndex(IEnumerable<RuleDescription> rules) => new StringBuilder()
        .Heading(1, "Rules")
        .Paragraph("Each finding names the rule that made it, and has the remedies that fit its machine, in the order in which to try them. `timerprobe rules explain TP101` prints a rule's page with those that fit the machine it runs on; `--platform NAME` chooses another platform, `--platform all` every one.")
        .List(rules.Select(rule => $"[{rule.Id}]({rule.Id}.md): {rule.Title}"))
        .Heading(2, "Clock source of Linux").List(GuestClocksource.Linux().Select(remedy => remedy.Action))
        .Heading(2, "Set the time").List(ByPlace(TimeSettings))
        .Heading(2, "Stop and start").List(ByPlace(OffersAndRestarts))
        .ToString();

    private static IEnumerable<string> ByPlace(IEnumerable<PlannedRemedy> remedies) => remedies
        .GroupBy(remedy => remedy.Where, remedy => remedy.Action)
        .GroupBy(place => string.Join("; ", place), place => place.Key)
        .Select(same => $"{GetHeading([.. same])}: {same.Key}.");

    private static string GetActions((Setting Where, IReadOnlyList<Remedy> Remedies) group) => string
        .Join("; ", group.Remedies.Select(remedy => remedy.Action).Where(action => !IsKnown(TimeSettings, group.Where, action)))
        .Replace(ClockSources, "Choose another [clock source](README.md#clock-source-of-linux)", StringComparison.Ordinal);

    private static bool IsKnown(PlannedRemedy[] remedies, Setting where, string action) =>
        Array.Exists(remedies, known => known.Where == where && known.Action == action);

    private static string GetHeading(IReadOnlyList<Setting> places) => string.Join(", ", places.Select((place, index) =>
        index == 0 ? GetHeading(place) : place is Setting.Windows or Setting.Linux ? $"{place}" : Platforms.GetName(place)));

    private static StringBuilder Remedy(this StringBuilder page, Remedy remedy)
    {
        page.Heading(4, $"{remedy.Rank}. {remedy.Action}");
        foreach (var step in remedy.Steps)
        {
            page.Paragraph($"**{step.Tool}**");
            _ = Tools.GetLanguage(step.Tool) is { } language ? page.Code(language, step.Text) : page.Paragraph(step.Text);
        }

        if (remedy.Caveats.Count > 0)
        {
            page.Paragraph("Caveats:").List(remedy.Caveats).Append('\n');
        }

        return page.Paragraph($"Then verify with {Verification.InWords(remedy.Verify)}.");
    }

    private static string GetHeading(Setting where) => where switch
    {
        Setting.Anywhere => "On any platform",
        Setting.Windows => "Inside Windows",
        Setting.Linux => "Inside Linux",
        _ => $"On {Platforms.GetName(where)}",
    };

    private static StringBuilder Heading(this StringBuilder page, int level, string text) =>
        page.Append(page.Length < 2 || page[^2] == '\n' ? "" : "\n").Append('#', level).Append(' ').Append(text).Append("\n\n");

    private static StringBuilder Paragraph(this StringBuilder page, string text) => page.Append(Wrapped(text)).Append("\n\n");

    private static StringBuilder Code(this StringBuilder page, string language, string text) =>
        page.Append("```").Append(language).Append('\n').Append(text).Append("\n```\n\n");

    private static StringBuilder List(this StringBuilder page, IEnumerable<string> items) =>
        page.AppendJoin("", items.Select(item => Wrapped($"- {item}") + "\n"));

    /// <summary>Paragraphs and lists in lines of at most 100 characters; an item's following lines are set below its text.</summary>
    internal static string Wrapped(string markdown)
    {
        var wrapped = new StringBuilder();
        foreach (var block in Blocks(markdown))
        {
            AppendWrapped(wrapped, block);
        }

        return wrapped.ToString().Trim('\n');
    }

    private static List<string> Blocks(string markdown)
    {
        var blocks = new List<string>();
        foreach (var line in markdown.Split('\n').Select(line => line.Trim()))
        {
            if (blocks.Count > 0 && line.Length > 0 && blocks[^1].Length > 0 && Marker(line).Length == 0)
            {
                blocks[^1] += " " + line;
            }
            else
            {
                blocks.Add(line);
            }
        }

        return blocks;
    }

    private static void AppendWrapped(StringBuilder wrapped, string block)
    {
        var indent = new string(' ', Marker(block).Length);
        var column = 0;
        foreach (var word in block.Split(' '))
        {
            if (column > indent.Length && column + 1 + word.Length > Width)
            {
                wrapped.Append('\n').Append(indent);
                column = indent.Length;
            }
            else if (column > 0)
            {
                wrapped.Append(' ');
                column++;
            }

            wrapped.Append(word);
            column += word.Length;
        }

        wrapped.Append('\n');
    }

    /// <summary>The mark that begins a list item, with its space: <c>- </c> or <c>1. </c>; empty elsewhere.</summary>
    private static string Marker(string line) => line switch
    {
        ['-', ' ', ..] => line[..2],
        [>= '1' and <= '9', '.', ' ', ..] => line[..3],
        _ => "",
    };
}
