using Microsoft.Extensions.Primitives;

namespace TimerProbe.Server.Views;

/// <summary>Which machines, in which order: the same words in the address of a page and of the interface for programs.</summary>
internal sealed record MachineQuery
{
    public static IReadOnlyList<string> Sorts { get; } =
        ["name", "vcenter", "cluster", "placement", "ppm", "host", "homeHost", "homeSince", "awaySince"];

    public string? Text { get; init; }

    public string? Placement { get; init; }

    public string? Clock { get; init; }

    public string? Measured { get; init; }

    public string? Cluster { get; init; }

    public string? VCenter { get; init; }

    public string? Severity { get; init; }

    public string? Rule { get; init; }

    /// <summary>The frequency of its host, as <c>LOW..HIGH</c> in Hz.</summary>
    public string? HostHz { get; init; }

    /// <summary>The frequency of its home, as <c>LOW..HIGH</c> in Hz.</summary>
    public string? HomeHz { get; init; }

    /// <summary>One of <see cref="Sorts"/>, after <c>-</c> turned around; null for the most severe first.</summary>
    public string? Sort { get; init; }

    public bool IsFilter => Pairs().Any(pair => pair.Name != "sort");

    public static MachineQuery Parse(IQueryCollection query) => new()
    {
        Text = Given(query["text"]),
        Placement = Given(query["placement"]),
        Clock = Given(query["clock"]),
        Measured = Given(query["measured"]),
        Cluster = Given(query["cluster"]),
        VCenter = Given(query["vcenter"]),
        Severity = Given(query["severity"]),
        Rule = Given(query["rule"]),
        HostHz = Given(query["hostHz"]),
        HomeHz = Given(query["homeHz"]),
        Sort = Given(query["sort"]) is { } sort ? GetSort(sort) : null,
    };

    /// <summary>An order as <see cref="Sorts"/> spells it, with its <c>-</c>; null when it is not one.</summary>
    internal static string? GetSort(string text)
    {
        var turned = text.StartsWith('-') ? "-" : "";
        return Sorts.FirstOrDefault(sort => string.Equals(sort, text[turned.Length..], StringComparison.OrdinalIgnoreCase)) is { } known
            ? turned + known
            : null;
    }

    /// <summary>A range of frequencies in Hz, as <c>LOW..HIGH</c>; null when it is not one.</summary>
    internal static (long Low, long High)? GetRange(string? text) =>
        text?.Split("..") is [var low, var high]
        && long.TryParse(low, NumberStyles.None, CultureInfo.InvariantCulture, out var from)
        && long.TryParse(high, NumberStyles.None, CultureInfo.InvariantCulture, out var to)
            ? (from, to)
            : null;

    /// <summary>The query as the end of an address, with its question mark; empty for none.</summary>
    public override string ToString() =>
        QueryString.Create(Pairs().Select(pair => KeyValuePair.Create<string, string?>(pair.Name, pair.Value))).Value ?? "";

    public IReadOnlyList<MachineRow> Apply(IReadOnlyList<MachineRow> machines)
    {
        var (host, home) = (GetRange(HostHz), GetRange(HomeHz));
        var clocks = Clock?.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var left = machines.Where(machine =>
            (Text is null
                || machine.Facts.Name.Contains(Text, StringComparison.OrdinalIgnoreCase)
                || (machine.Facts.Host?.Contains(Text, StringComparison.OrdinalIgnoreCase) ?? false))
            && Is(Placement, machine.Facts.Placement.ToDocumentName())
            && (clocks is null || clocks.Contains(machine.Facts.ClockExpectation?.ToDocumentName(), StringComparer.OrdinalIgnoreCase))
            && (Measured is null || machine.Measured.StartsWith(Measured, StringComparison.OrdinalIgnoreCase))
            && Is(Cluster, machine.Facts.Cluster)
            && Is(VCenter, machine.Server)
            && Is(Severity, machine.Severity?.ToDocumentName())
            && (Rule is null || machine.Rules.Contains(Rule, StringComparer.OrdinalIgnoreCase))
            && IsIn(host, machine.Facts.HostHz?.Hertz)
            && IsIn(home, machine.Facts.HomeHz?.Hertz));
        return Sort is null ? IsFilter ? [.. left] : machines : Ordered(left, Sort.TrimStart('-'), Sort[0] == '-');
    }

    private static List<MachineRow> Ordered(IEnumerable<MachineRow> machines, string sort, bool turned) => sort switch
    {
        "name" => By(machines, machine => machine.Facts.Name, StringComparer.OrdinalIgnoreCase, turned),
        "vcenter" => By(machines, machine => machine.Server, StringComparer.OrdinalIgnoreCase, turned),
        "cluster" => By(machines, machine => machine.Facts.Cluster, StringComparer.OrdinalIgnoreCase, turned),
        "placement" => By(machines, machine => machine.Facts.Placement.ToDocumentName(), StringComparer.Ordinal, turned),
        "host" => By(machines, machine => machine.Facts.Host, StringComparer.OrdinalIgnoreCase, turned),
        "homeHost" => By(machines, machine => machine.Facts.HomeHost, StringComparer.OrdinalIgnoreCase, turned),
        "homeSince" => By(machines, machine => machine.Facts.HomeSince, Comparer<DateTimeOffset?>.Default, turned),
        "awaySince" => By(machines, machine => machine.AwaySince, Comparer<DateTimeOffset?>.Default, turned),
        _ => By(machines, machine => machine.Facts.DifferencePpm?.Value, Comparer<double?>.Default, turned),
    };

    private static List<MachineRow> By<TKey>(
        IEnumerable<MachineRow> machines, Func<MachineRow, TKey> key, IComparer<TKey> order, bool turned)
    {
        var known = machines.OrderBy(machine => key(machine) is null);
        return [.. turned ? known.ThenByDescending(key, order) : known.ThenBy(key, order)];
    }

    private static string? Given(StringValues value) => value is [{ Length: > 0 } text, ..] ? text : null;

    private static bool Is(string? wanted, string? value) =>
        wanted is null || string.Equals(wanted, value, StringComparison.OrdinalIgnoreCase);

    private static bool IsIn((long Low, long High)? range, long? hz) => range is not { } bounds || (hz >= bounds.Low && hz <= bounds.High);

    private IEnumerable<(string Name, string Value)> Pairs() =>
        from pair in new[]
        {
            ("text", Text), ("placement", Placement), ("clock", Clock), ("measured", Measured), ("cluster", Cluster), ("vcenter", VCenter),
            ("severity", Severity), ("rule", Rule), ("hostHz", HostHz), ("homeHz", HomeHz), ("sort", Sort),
        }
        where pair.Item2 is not null
        select (pair.Item1, pair.Item2);
}

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
internal sealed record PageQuery(int Page, int Size)
{
    /// <summary>So many are on a page by default.</summary>
    public const int DefaultSize = 100;

    public const int MaxSize = 1_000;

    public static PageQuery Parse(IQueryCollection query) =>
        new(Number(query["page"], 1, int.MaxValue), Number(query["pageSize"], DefaultSize, MaxSize));

    public Slice<T> Apply<T>(IReadOnlyList<T> all)
    {
        var page = Math.Min(Page, Math.Max(1, (all.Count + Size - 1) / Size));
        return new Slice<T>([.. all.Skip((page - 1) * Size).Take(Size)], all.Count, page, Size);
    }

    /// <summary>A page's number or size; null when it is not one. One that no list reaches is the largest.</summary>
    internal static int? GetNumber(string? text) =>
        !string.IsNullOrEmpty(text) && text.All(char.IsAsciiDigit) && text.AsSpan().ContainsAnyExcept('0')
            ? int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : int.MaxValue
            : null;

    private static int Number(string? text, int usual, int max) => Math.Min(GetNumber(text) ?? usual, max);
}

/// <summary>Which clusters.</summary>
/// <param name="Name">The cluster; null for all.</param>
/// <param name="VCenter">The vCenter; null for all.</param>
internal sealed record ClusterQuery(string? Name, string? VCenter)
{
    public static ClusterQuery Parse(IQueryCollection query) =>
        new(query["name"] is [{ Length: > 0 } name, ..] ? name : null, query["vcenter"] is [{ Length: > 0 } vcenter, ..] ? vcenter : null);

    /// <summary>The query as the end of an address, with its question mark; empty for none.</summary>
    public override string ToString()
    {
        var pairs = new Dictionary<string, string?> { ["name"] = Name, ["vcenter"] = VCenter };
        return QueryString.Create(pairs.Where(pair => pair.Value is not null)).Value ?? "";
    }

    public IReadOnlyList<ClusterRow> Apply(IReadOnlyList<ClusterRow> clusters) =>
    [
        .. clusters.Where(cluster =>
            (Name is null || string.Equals(cluster.Name, Name, StringComparison.OrdinalIgnoreCase))
            && (VCenter is null || string.Equals(cluster.VCenter.Server, VCenter, StringComparison.OrdinalIgnoreCase))),
    ];
}
