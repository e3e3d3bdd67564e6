using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Markup;

internal readonly record struct HtmlAttribute
{
    private HtmlAttribute(string text) => Text = text;

    public string Text { get; }

    public static HtmlAttribute OpenIf(bool open) => new(open ? " open" : "");

    public static HtmlAttribute ClassOf(Standing standing) => new(standing switch
    {
        Standing.Slow => " class=s",
        Standing.Away => " class=a",
        _ => "",
    });
}
