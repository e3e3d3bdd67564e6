namespace TimerProbe.Reporting.Tests.Html;

public sealed class HtmlPageTests
{
    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void A_text_in_a_hole_is_text_in_an_element_and_in_an_attribute_and_a_command_keeps_its_lines(string name, string seen)
    {
        var command = "first\n\t" + name.ReplaceLineEndings("");
        var read = ParsedPage.Of(Page(page => page.Add($"<!doctype html><title>t</title><p title=\"{name}\">{name}</p><pre>{command:code}</pre>")));
        Assert.Equal(seen, read.GetText("p"));
        Assert.Equal(seen, read.QuerySelector("p")!.GetAttribute("title"));
        Assert.StartsWith("first\n\t", read.GetText("pre"), StringComparison.Ordinal);
        Assert.Equal(["p", "pre"], read.Body!.Children.Select(element => element.LocalName));
    }

    [Fact]
    public void A_text_in_an_attribute_without_double_quotes_is_refused()
    {
        Assert.Throws<InvalidOperationException>(() => Page(page => page.Add($"<p title={"x"}>")));
        Assert.Throws<InvalidOperationException>(() => Page(page => page.Add($"<p title='{"x"}'>")));
    }

    [Fact]
    public void A_quote_at_the_end_of_a_text_is_no_attribute() => Assert.Equal("it's 'x", Page(page => page.Add($"{"it's '"}{"x"}")));

    private static string Page(Action<HtmlPage> write) => Written.By(output => HtmlPage.Write(output, write));
}
