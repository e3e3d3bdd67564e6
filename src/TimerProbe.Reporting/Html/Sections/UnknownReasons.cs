namespace TimerProbe.Reporting.Html.Sections;

/// <summary>Why homes are unknown: the same few sentences for thousands of machines, so rows refer to them by number.</summary>
internal sealed class UnknownReasons
{
    private readonly List<string> _reasons = [];

    /// <summary>The number of a reason, from 1 upward.</summary>
    public int NumberOf(string reason)
    {
        var at = _reasons.IndexOf(reason);
        if (at < 0)
        {
            at = _reasons.Count;
            _reasons.Add(reason);
        }

        return at + 1;
    }

    public void Write(HtmlPage page)
    {
        if (_reasons.Count == 0)
        {
            return;
        }

        page.Add($"<h3>Why a home is unknown</h3><ol>\n");
        for (var i = 0; i < _reasons.Count; i++)
        {
            page.Add($"<li id=\"u{i + 1}\"><bdi>{_reasons[i]}</bdi></li>\n");
        }

        page.Add($"</ol>\n");
    }
}
