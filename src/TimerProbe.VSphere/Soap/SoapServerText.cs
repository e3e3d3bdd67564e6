using System.Globalization;
using System.Text;

namespace TimerProbe.VSphere.Soap;

/// <summary>A server's texts as this program repeats them: fit for a sentence, and none that holds a secret of the run.</summary>
internal sealed class SoapServerText(SecretFilter secrets)
{
    // A password of four letters may well be a part of "InvalidLogin"; hiding that protects nobody who has such a password.
    private const int ShortestInTerm = 6;

    /// <summary>Keeps another secret back from now on: the session's own.</summary>
    public void Withhold(string secret) => secrets.Add(secret);

    /// <summary>A name of the API for a sentence: withheld when it holds a secret, but not for that of one short as a syllable.</summary>
    public string Term(string name) => secrets.Holds(name, ShortestInTerm) ? SecretFilter.Withheld : Printable.Line(name);

    /// <summary>A text for a sentence. It is looked through whole before it is cut.</summary>
    public string Line(string text) => Printable.Line(secrets.Clear(text));
}

/// <summary>What a server's text may be where it goes.</summary>
internal static class Printable
{
    /// <summary>The longest name of an object or page that is sent back to a server.</summary>
    private const int LongestHandle = 512;

    private const int Longest = 300;

    /// <summary>A text for a sentence: one line, no control or direction characters, not endless.</summary>
    public static string Line(string text)
    {
        var line = new StringBuilder(Math.Min(text.Length, Longest));
        foreach (var rune in text.EnumerateRunes())
        {
            var category = Rune.GetUnicodeCategory(rune);
            var isBlank = Rune.IsWhiteSpace(rune) || category is UnicodeCategory.Control or UnicodeCategory.Format;
            if (!isBlank || (line.Length > 0 && line[^1] != ' '))
            {
                line.Append(isBlank ? " " : rune.ToString());
            }

            if (line.Length >= Longest)
            {
                return line.Append('…').ToString();
            }
        }

        return line.ToString().TrimEnd();
    }

    /// <summary>The first names and how many more there are.</summary>
    public static NamesShown Names(ArgumentKind kind, IEnumerable<string> names, int total) => new(kind, names.Select(Line), total);

    /// <summary>
    /// The text as Unicode has it. Half a surrogate pair, a noncharacter or NUL, which a character reference can spell, is refused by
    /// encoders and databases wherever the text goes: it becomes U+FFFD as soon as it is read.
    /// </summary>
    public static string WellFormed(string text) => text.AsSpan().ContainsAnyExceptInRange('\u0001', '\uD7FF') ? Replaced(text) : text;

    /// <summary>Whether a server's name for something can be sent back and printed: well formed, short, no control characters.</summary>
    public static bool IsHandle(string text) =>
        text.Length is > 0 and <= LongestHandle
            && (!text.AsSpan().ContainsAnyExceptInRange(' ', '~') || !text.Any(c => char.IsControl(c) || c == '\uFFFD'));

    private static string Replaced(string text)
    {
        var replaced = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            replaced.Append(IsCharacter(rune.Value) ? rune.ToString() : "\uFFFD");
        }

        return replaced.ToString();
    }

    /// <summary>Every plane ends with two noncharacters, and 32 more are at U+FDD0.</summary>
    private static bool IsCharacter(int value) => value != 0 && (value & 0xFFFE) != 0xFFFE && value is not (>= 0xFDD0 and <= 0xFDEF);
}

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
    private const int Most = 1_000;

    /// <summary>A longer text is not shared.</summary>
    public const int Longest = 100;

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
        if (_texts.Count < Most && added.Length <= Longest)
        {
            _texts.Add(added);
        }

        return added;
    }
}

/// <summary>Times as XML Schema writes them; vSphere means UTC where one has no zone. One that cannot be is null.</summary>
internal static class VimTime
{
    public static DateTimeOffset? Parse(ReadOnlySpan<char> text) =>
        DateTimeOffset.TryParse(
            text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
                ? ExternalTime.Accept(time)
                : null;
}
