using System.Globalization;

namespace TimerProbe.Server.Views;

/// <summary>One page of a list.</summary>
/// <typeparam name="T">What is listed.</typeparam>
/// <param name="Items">What is on the page.</param>
/// <param name="Total">How many there are on all pages.</param>
/// <param name="Page">The page's number, from 1.</param>
/// <param name="PageSize">How many are on a page at most.</param>
public sealed record Slice<T>(IReadOnlyList<T> Items, int Total, int Page, int PageSize)
{
    /// <summary>How many pages there are; at least 1.</summary>
    public int Pages => Math.Max(1, (Total + PageSize - 1) / PageSize);
}

/// <summary>Which page of a list.</summary>
/// <param name="Page">Its number, from 1; one behind the last is the last.</param>
/// <param name="Size">How many are on it at most.</param>
public sealed record PageQuery(int Page, int Size)
{
    /// <summary>So many are on a page when nothing is said.</summary>
    public const int UsualSize = 100;

    /// <summary>More are not given at once.</summary>
    public const int LargestSize = 1_000;

    /// <summary>The page that an address asks for; of what it does not know, the usual.</summary>
    public static PageQuery Parse(IQueryCollection query) =>
        new(Number(query["page"], 1, int.MaxValue), Number(query["pageSize"], UsualSize, LargestSize));

    /// <summary>The page of a list.</summary>
    public Slice<T> Apply<T>(IReadOnlyList<T> all)
    {
        var page = Math.Min(Page, Math.Max(1, (all.Count + Size - 1) / Size));
        return new Slice<T>([.. all.Skip((page - 1) * Size).Take(Size)], all.Count, page, Size);
    }

    /// <summary>The number of a page, or how many are on one; null when it is none. One that no list reaches is the largest.</summary>
    internal static int? NumberOf(string? text) =>
        !string.IsNullOrEmpty(text) && text.All(char.IsAsciiDigit) && text.AsSpan().ContainsAnyExcept('0')
            ? int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : int.MaxValue
            : null;

    private static int Number(string? text, int usual, int most) => Math.Min(NumberOf(text) ?? usual, most);
}
