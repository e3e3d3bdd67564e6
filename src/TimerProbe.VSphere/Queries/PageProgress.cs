namespace TimerProbe.VSphere.Queries;

/// <summary>Tells whether the pages of one reading still bring something new. Pages that do not could go on for ever.</summary>
/// <param name="emptyAllowed">How many pages in a row may bring nothing at all: an account that may see little gets such pages.</param>
/// <param name="add">Remembers one, and tells whether it is new; null for a set of its own.</param>
internal sealed class PageProgress<T>(int emptyAllowed, Func<T, bool>? add = null)
{
    private readonly Func<T, bool> _add = add ?? new HashSet<T>().Add;
    private int _onPage;
    private int _newOnPage;
    private int _emptyPages;

    /// <summary>Adds one of the page; whether it was on none before.</summary>
    public bool Add(T one)
    {
        _onPage++;
        var isNew = _add(one);
        _newOnPage += isNew ? 1 : 0;
        return isNew;
    }

    public PageOutcome EndPage()
    {
        var news = _newOnPage > 0 ? PageOutcome.New : _onPage > 0 ? PageOutcome.Repeated : PageOutcome.Empty;
        _emptyPages = news == PageOutcome.Empty ? _emptyPages + 1 : 0;
        (_onPage, _newOnPage) = (0, 0);
        return news == PageOutcome.Empty && _emptyPages >= emptyAllowed ? PageOutcome.Exhausted : news;
    }
}

internal enum PageOutcome
{
    /// <summary>Something that was on no page before.</summary>
    New,

    /// <summary>Only what earlier pages had.</summary>
    Repeated,

    Empty,

    /// <summary>Nothing, as the pages before: there is no more.</summary>
    Exhausted,
}
