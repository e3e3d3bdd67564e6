using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Markup;

/// <summary>An attribute that depends on something, with the space before it; empty where it is not due.</summary>
internal readonly record struct HtmlAttribute
{
    private HtmlAttribute(string text) => Text = text;

    public string Text { get; }

    /// <summary>What has a <c>details</c> element open.</summary>
    public static HtmlAttribute OpenIf(bool open) => new(open ? " open" : "");

    /// <summary>The class of a machine's row; none for the ordinary ones.</summary>
    public static HtmlAttribute ClassOf(Standing standing) => new(standing switch
    {
        Standing.Slow => " class=s",
        Standing.Away => " class=a",
        _ => "",
    });
}
