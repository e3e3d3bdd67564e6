namespace TimerProbe.Core.Tests.Advice;

public class RuleMarkdownTests
{
    [Fact]
    public void Ids_are_unique_and_in_order_and_say_what_a_rule_is_about()
    {
        string[] ids = [.. RuleCatalogue.Descriptions.Select(rule => rule.Id)];
        Assert.Equal(ids.Distinct().Order(StringComparer.Ordinal), ids, StringComparer.Ordinal);
        Assert.All(RuleCatalogue.Guest, rule => Assert.Matches("^TP[14][0-9]{2}$", rule.Description.Id));
        Assert.All(RuleCatalogue.Fleet, rule => Assert.Matches("^TP2[0-9]{2}$", rule.Description.Id));
        Assert.All(RuleCatalogue.Sql, rule => Assert.Matches("^TP3[0-9]{2}$", rule.Description.Id));
    }

    [Fact]
    public void Every_rule_is_in_the_catalogue()
    {
        var values = typeof(Rule).Assembly.GetTypes().SelectMany(type => type.GetFields(BindingFlags.Static | BindingFlags.Public))
            .Where(field => field.FieldType.IsSubclassOf(typeof(Rule)))
            .Select(field => (Rule)field.GetValue(null)!);
        Assert.Equal(
            values.Select(rule => rule.Description.Id).Order(StringComparer.Ordinal),
            RuleCatalogue.Guest.Concat<Rule>(RuleCatalogue.Fleet).Concat(RuleCatalogue.Sql).Select(rule => rule.Description.Id).Order(StringComparer.Ordinal),
            StringComparer.Ordinal);
    }

    [Fact]
    public void Every_rule_has_remedies_and_references() => Assert.All(RuleCatalogue.Descriptions, rule =>
    {
        Assert.NotEmpty(rule.Remedies);
        Assert.NotEmpty(rule.References);
    });

    [Fact]
    public void No_command_waits_for_ever() => Assert.All(
        RuleCatalogue.Descriptions.SelectMany(rule => rule.Remedies).SelectMany(group => group.Remedies).SelectMany(remedy => remedy.Steps),
        step => Assert.DoesNotMatch(@"\b(while|until)\b.*\b(sleep|Start-Sleep)\b", step.Text.ReplaceLineEndings(" ")));

    /// <summary>A check and a run on a SQL Server answer on one screen of 80 columns, with labels of 8.</summary>
    [Fact]
    public void What_an_answer_shows_of_a_rule_is_short() =>
        Assert.All(RuleCatalogue.Guest.Select(rule => rule.Description).Concat(RuleCatalogue.Sql.Select(rule => rule.Description)), rule =>
    {
        Assert.InRange(rule.Impact?.Length ?? 0, 1, 136);
        Assert.InRange(rule.LikelyCause?.Length ?? 0, 1, 136);
        Assert.All(rule.Remedies.SelectMany(group => group.Remedies), remedy => Assert.True(remedy.Action.Length <= 69, $"{rule.Id}, {remedy.Action.Length} characters: {remedy.Action}"));
    });

    /// <summary>The list of the rules has a line of 80 columns for each: its id, two blanks and its title.</summary>
    [Fact]
    public void A_title_fits_the_list() => Assert.All(RuleCatalogue.Descriptions, rule => Assert.InRange(rule.Title.Length, 1, 73));

    [Fact]
    public void Every_page_says_what_its_rules_remedies_do() =>
        Assert.All(RuleCatalogue.Descriptions,
            rule => GoldenFile.AssertIs(
                RuleDescription.With(rule.Page, RuleDescription.WhatToDo, RuleMarkdown.WhatToDo(rule)), "docs", "rules", $"{rule.Id}.md"));

    [Fact]
    public void Every_page_has_the_same_sections_in_the_same_order() => Assert.All(RuleCatalogue.Descriptions, rule => Assert.Equal(
        ["What it means", "When it is reported", "Severity", RuleDescription.WhatToDo, "References"],
        rule.Page.Split('\n').Where(line => line.StartsWith("## ", StringComparison.Ordinal)).Select(line => line[3..])));

    [Fact]
    public void A_source_has_one_address_wherever_it_is_named() => Assert.All(
        RuleCatalogue.Descriptions.SelectMany(rule => rule.Sources).GroupBy(source => source.Reference),
        named => Assert.Single(
            named.Select(source => (source.Address, source.Only is null ? null : string.Join(' ', source.Only))).Distinct()));

    [Theory]
    [InlineData("# TP999: Another", "The page of TP101 begins with '# TP101: '.")]
    [InlineData("# TP101: A title\n\n## What it means\n\nThis.\n", "A page has no section 'References'.")]
    [InlineData("# TP101: A title\n\n## What it means\n\nThis.\n\n## References\n\n- A book\n", "'A book' is no source: '[title](address): locator' or '*title*: locator', and ' (only on Platform, ...)'.")]
    public void What_is_no_page_is_refused(string page, string why) =>
        Assert.Equal(why, Assert.Throws<FormatException>(() => RuleDescription.Parse("TP101", page)).Message);

    [Fact]
    public void A_section_of_a_new_page_may_be_empty_and_those_after_it_stay()
    {
        const string Page = "# TP101: A title\n\n## What it means\n\n## What to do\n\n## References\n\n- *A book*: chapter 1\n";
        Assert.Equal(Page.Replace("do\n\n", "do\n\nThis.\n\n", StringComparison.Ordinal), RuleDescription.With(Page, RuleDescription.WhatToDo, "This.\n"));
        Assert.Equal("", RuleDescription.Parse("TP101", Page).Meaning);
    }

    [Fact]
    public void The_index_lists_every_rule() =>
        GoldenFile.AssertIs(RuleMarkdown.RenderIndex(RuleCatalogue.Descriptions), "docs", "rules", "README.md");

    [Fact]
    public void No_page_is_left_over() =>
        Assert.Empty(Directory.GetFiles(Repository.Path("docs", "rules"), "TP*.md")
            .Select(file => Path.GetFileNameWithoutExtension(file)!)
            .Except(RuleCatalogue.Descriptions.Select(rule => rule.Id)));

    [Fact]
    public void Pages_have_no_stray_blank_lines_or_spaces() => Assert.All(RuleCatalogue.Descriptions, rule =>
    {
        var page = RuleMarkdown.Explain(rule);
        Assert.DoesNotContain("\n\n\n", page, StringComparison.Ordinal);
        Assert.DoesNotContain(" \n", page, StringComparison.Ordinal);
        Assert.DoesNotContain("\r", page, StringComparison.Ordinal);
        Assert.EndsWith("\n", page, StringComparison.Ordinal);
    });

    [Fact]
    public void What_is_explained_for_a_platform_leaves_out_the_others()
    {
        var page = RuleMarkdown.Explain(RuleCatalogue.Find("TP101")!, new HashSet<Setting> { Setting.Anywhere, Setting.Linux, Setting.Kvm });

        Assert.Equal(["On KVM"], Headings(page));
        Assert.Contains("\nThese fit KVM. For another platform: `--platform NAME`; for every one: `--platform all`.\n", page, StringComparison.Ordinal);
        Assert.InRange(page.Split('\n').Length, 1, 200);
    }

    [Theory]
    [InlineData("TP101", Setting.Physical, true)]
    [InlineData("TP108", Setting.Kvm, true)]
    [InlineData("TP201", Setting.Kvm, false)]
    [InlineData("TP201", Setting.VMware, false)]
    [InlineData("TP301", Setting.Physical, false)]
    public void A_rule_of_which_nothing_fits_is_explained_in_full_and_none_says_that_it_left_out_what_it_has(string id, Setting platform, bool isCut)
    {
        var rule = RuleCatalogue.Find(id)!;
        var page = RuleMarkdown.Explain(rule, new HashSet<Setting> { Setting.Anywhere, platform });

        Assert.NotEmpty(Headings(page));
        Assert.Equal(isCut, page.Length < RuleMarkdown.Explain(rule).Length);
        Assert.Equal(isCut, page.ReplaceLineEndings(" ").Contains("`--platform all`", StringComparison.Ordinal));
    }

    private static IEnumerable<string> Headings(string page) =>
        page.Split('\n').Where(line => line.StartsWith("### ", StringComparison.Ordinal)).Select(line => line[4..]);
}
