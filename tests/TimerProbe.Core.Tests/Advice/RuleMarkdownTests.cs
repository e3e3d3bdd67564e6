using TimerProbe.Core.Advice.Rules;

namespace TimerProbe.Core.Tests.Advice;

public class RuleMarkdownTests
{
    private const string UpdateVariable = "TIMERPROBE_UPDATE_GOLDEN";

    private static readonly string Pages = Path.Combine(Repository.Root, "docs", "rules");

    [Fact]
    public void Ids_are_unique_and_in_order_and_say_what_a_rule_is_about()
    {
        string[] ids = [.. RuleCatalogue.Descriptions.Select(rule => rule.Id)];
        Assert.Equal(ids.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal), ids, StringComparer.Ordinal);
        Assert.All(RuleCatalogue.Guest, rule => Assert.Matches("^TP1[0-9]{2}$", rule.Description.Id));
        Assert.All(RuleCatalogue.Fleet, rule => Assert.Matches("^TP2[0-9]{2}$", rule.Description.Id));
        Assert.All(RuleCatalogue.Sql, rule => Assert.Matches("^TP3[0-9]{2}$", rule.Description.Id));
    }

    [Fact]
    public void Every_rule_class_is_in_the_catalogue()
    {
        AssertAllOf(typeof(GuestRule), RuleCatalogue.Guest);
        AssertAllOf(typeof(FleetRule), RuleCatalogue.Fleet);
        AssertAllOf(typeof(SqlRule), RuleCatalogue.Sql);

        static void AssertAllOf(Type kind, IEnumerable<object> rules) => Assert.Equal(
            kind.Assembly.GetTypes().Where(type => type.IsSubclassOf(kind)).Select(type => type.Name).Order(StringComparer.Ordinal),
            rules.Select(rule => rule.GetType().Name).Order(StringComparer.Ordinal),
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
    public void What_an_answer_shows_of_a_rule_is_short() => Assert.All(RuleCatalogue.Guest.Select(rule => rule.Description).Concat(RuleCatalogue.Sql.Select(rule => rule.Description)), rule =>
    {
        Assert.InRange(rule.Impact?.Length ?? 0, 1, 136);
        Assert.InRange(rule.LikelyCause?.Length ?? 0, 1, 136);
        Assert.All(rule.Remedies.SelectMany(group => group.Remedies), remedy => Assert.True(remedy.Action.Length <= 69, $"{rule.Id}, {remedy.Action.Length} characters: {remedy.Action}"));
    });

    /// <summary>The list of the rules has a line of 80 columns for each: its id, two blanks and its title.</summary>
    [Fact]
    public void A_title_fits_the_list() => Assert.All(RuleCatalogue.Descriptions, rule => Assert.InRange(rule.Title.Length, 1, 73));

    [Fact]
    public void Every_rule_has_the_page_that_is_rendered_for_it() =>
        Assert.All(RuleCatalogue.Descriptions, rule => AssertPage($"{rule.Id}.md", RuleMarkdown.Render(rule)));

    [Fact]
    public void The_index_lists_every_rule() => AssertPage("README.md", RuleMarkdown.RenderIndex(RuleCatalogue.Descriptions));

    [Fact]
    public void No_page_is_left_over() =>
        Assert.Empty(Directory.GetFiles(Pages, "TP*.md")
            .Select(file => Path.GetFileNameWithoutExtension(file)!)
            .Except(RuleCatalogue.Descriptions.Select(rule => rule.Id), StringComparer.Ordinal));

    [Fact]
    public void Pages_have_no_stray_blank_lines_or_spaces() => Assert.All(RuleCatalogue.Descriptions, rule =>
    {
        var page = RuleMarkdown.Render(rule);
        Assert.DoesNotContain("\n\n\n", page, StringComparison.Ordinal);
        Assert.DoesNotContain(" \n", page, StringComparison.Ordinal);
        Assert.DoesNotContain("\r", page, StringComparison.Ordinal);
        Assert.EndsWith("\n", page, StringComparison.Ordinal);
    });

    private static void AssertPage(string name, string rendered)
    {
        var file = Path.Combine(Pages, name);
        if (Environment.GetEnvironmentVariable(UpdateVariable) is "1")
        {
            Directory.CreateDirectory(Pages);
            File.WriteAllText(file, rendered);
        }

        Assert.True(File.Exists(file), $"{name} is missing: run the tests with {UpdateVariable}=1.");
        Assert.Equal(rendered, File.ReadAllText(file));
    }
}
