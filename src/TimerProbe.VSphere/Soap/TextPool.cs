namespace TimerProbe.VSphere.Soap;

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
