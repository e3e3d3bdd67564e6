using System.Globalization;
using TimerProbe.Core.Advice;

namespace TimerProbe.Core.Tests.Advice;

public class RulePageTests
{
    private const string UpdateVariable = "TIMERPROBE_UPDATE_GOLDEN";

    private static readonly string Pages = Path.Combine(RepositoryRoot(), "docs", "rules");

    [Fact]
    public void Ids_are_unique_and_in_order()
    {
        var ids = RuleCatalogue.Guest.Select(rule => rule.Description.Id).ToList();

        Assert.Equal(Enumerable.Range(101, ids.Count).Select(number => "TP" + number.ToString(CultureInfo.InvariantCulture)), ids, StringComparer.Ordinal);
    }

    [Fact]
    public void Every_rule_class_is_in_the_catalogue() =>
        Assert.Equal(
            typeof(GuestRule).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(GuestRule))).Select(type => type.Name).Order(StringComparer.Ordinal),
            RuleCatalogue.Guest.Select(rule => rule.GetType().Name).Order(StringComparer.Ordinal),
            StringComparer.Ordinal);

    [Fact]
    public void Every_rule_has_the_page_that_is_rendered_for_it() =>
        Assert.All(RuleCatalogue.Guest, rule => AssertPage($"{rule.Description.Id}.md", RulePage.Render(rule.Description)));

    [Fact]
    public void The_index_lists_every_rule() => AssertPage("README.md", RulePage.RenderIndex(RuleCatalogue.Guest.Select(rule => rule.Description)));

    [Fact]
    public void No_page_is_left_over() =>
        Assert.Empty(Directory.GetFiles(Pages, "TP1*.md")
            .Select(file => Path.GetFileNameWithoutExtension(file)!)
            .Except(RuleCatalogue.Guest.Select(rule => rule.Description.Id), StringComparer.Ordinal));

    [Fact]
    public void Pages_have_no_stray_blank_lines_or_spaces() => Assert.All(RuleCatalogue.Guest, rule =>
    {
        var page = RulePage.Render(rule.Description);
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

    private static string RepositoryRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "TimerProbe.sln")))
        {
            folder = folder.Parent ?? throw new DirectoryNotFoundException("TimerProbe.sln was not found above the tests.");
        }

        return folder.FullName;
    }
}
