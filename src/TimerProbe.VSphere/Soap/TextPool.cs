namespace TimerProbe.VSphere.Soap;

/// <summary>A text that nearly always comes in one piece. What goes beyond the limit is dropped.</summary>
internal struct SplitText(int limit)
{
    private string? _first;
    private StringBuilder? _all;

    public bool IsCut { get; private set; }

    public void Add(string piece)
    {
        var room = limit - (_all?.Length ?? _first?.Length ?? 0);
        if (piece.Length > room)
        {
            IsCut = true;
            piece = piece[..room];
        }

        if (_first is null)
        {
            _first = piece;
        }
        else if (piece.Length > 0)
        {
            _all = (_all ?? new StringBuilder(_first)).Append(piece);
        }
    }

    public override readonly string ToString() => _all?.ToString() ?? _first ?? "";
}

/// <summary>Keeps one string for all equal ones: type names and paths repeat thousands of times in an answer.</summary>
internal sealed class TextPool
{
    private const int MaxTexts = 1_000;

    public const int MaxLength = 100;

    private readonly HashSet<string> _texts = new(StringComparer.Ordinal);
    private readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> _lookup;

    public TextPool() => _lookup = _texts.GetAlternateLookup<ReadOnlySpan<char>>();

    public string Share(ReadOnlySpan<char> text)
    {
        if (_lookup.TryGetValue(text, out var known))
        {
            return known;
        }

        var added = text.ToString();
        if (_texts.Count < MaxTexts && added.Length <= MaxLength)
        {
            _texts.Add(added);
        }

        return added;
    }
}
