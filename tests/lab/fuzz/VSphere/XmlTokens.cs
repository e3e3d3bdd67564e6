namespace TimerProbe.Fuzz.VSphere;

/// <summary>An answer as tags and texts in a row, which may be put together to what is no XML any more.</summary>
internal sealed partial class XmlTokens
{
    private XmlTokens(List<string> tokens) => All = tokens;

    public List<string> All { get; }

    public static XmlTokens Of(byte[] answer) => new([.. Token().Matches(Encoding.UTF8.GetString(answer)).Select(match => match.Value)]);

    public byte[] ToBytes() => Encoding.UTF8.GetBytes(string.Concat(All));

    /// <summary>The text as XML spells it; what XML cannot hold as character references, which parsers may let through.</summary>
    public static string Spelled(string text)
    {
        var spelled = new StringBuilder(text.Length);
        foreach (var c in text)
        {
            _ = c switch
            {
                '<' => spelled.Append("&lt;"),
                '&' => spelled.Append("&amp;"),
                '>' => spelled.Append("&gt;"),
                '"' => spelled.Append("&quot;"),
                _ when c is >= ' ' and < '\u007F' or > '\u00A0' and < '\uD800' => spelled.Append(c),
                _ => spelled.Append(CultureInfo.InvariantCulture, $"&#x{(int)c:X};"),
            };
        }

        return spelled.ToString();
    }

    public bool IsText(int index) => All[index] is not [] and not ['<', ..];

    /// <summary>Whether an element begins here that has an end of its own.</summary>
    public bool IsStart(int index) => All[index] is ['<', not ('/' or '?' or '!'), .., not '/', '>'];

    /// <summary>The place of the end of the element that begins here.</summary>
    public int EndOf(int start)
    {
        var depth = 0;
        for (var i = start; i < All.Count; i++)
        {
            depth += IsStart(i) ? 1 : All[i].StartsWith("</", StringComparison.Ordinal) ? -1 : 0;
            if (depth <= 0)
            {
                return i;
            }
        }

        return All.Count - 1;
    }

    /// <summary>A place of this kind; -1 when there is none.</summary>
    public int Find(Random random, Func<int, bool> wanted)
    {
        var first = random.Next(Math.Max(1, All.Count));
        for (var i = 0; i < All.Count; i++)
        {
            var index = (first + i) % All.Count;
            if (wanted(index))
            {
                return index;
            }
        }

        return -1;
    }

    [GeneratedRegex("<[^>]*>|[^<]+", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Token();
}
