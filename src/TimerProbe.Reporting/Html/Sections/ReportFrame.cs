using TimerProbe.Reporting.Html.Markup;

namespace TimerProbe.Reporting.Html.Sections;

internal static class ReportFrame
{
    /// <summary>A page without the script allows none.</summary>
    public static void Open(HtmlPage page, string title, string main, bool script)
    {
        var scripts = script ? $" script-src {EmbeddedFile.Script.Source};" : "";
        page.Add($"""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src {EmbeddedFile.Style.Source};{scripts} base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>{title}</title>
            <style>{EmbeddedFile.Style}</style>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the {main}</a>

            """);
    }

    public static void Close(HtmlPage page, bool script)
    {
        page.Add($"</main>\n");
        if (script)
        {
            page.Add($"<script>{EmbeddedFile.Script}</script>\n");
        }

        page.Add($"</body>\n</html>\n");
    }
}
