using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Text;

namespace TimerProbe.Core;

/// <summary>
/// Knows the secrets of a run and withholds any text of a server that holds one: as it is, spread over lines, in another case,
/// escaped for HTML, a URL or a string, or in base64. A text is withheld whole: what would be left of it says where the secret
/// begins and how long it is. Safe to use by several threads.
/// </summary>
public sealed class SecretFilter
{
    public const string Withheld = "(a text that is not shown because it holds a secret)";

    private const int MinCoded = 6;

    private readonly ConcurrentDictionary<string, bool> _forms = new(StringComparer.Ordinal);

    /// <summary>Knows these from the start; empty ones are ignored.</summary>
    public SecretFilter(params IEnumerable<string> secrets)
    {
        foreach (var secret in secrets)
        {
            Add(secret);
        }
    }

    public void Add(string secret)
    {
        if (secret.Length == 0)
        {
            return;
        }

        _forms[Squeezed(secret) is { Length: > 0 } squeezed ? squeezed : secret] = true;
        foreach (var coded in Coded(secret))
        {
            _forms[coded] = true;
        }
    }

    public string Clear(string text) => Holds(text) ? Withheld : text;

    public bool Holds(string text) => Holds(text, shortest: 1);

    /// <summary>Whether a text holds a secret that has at least so many characters.</summary>
    public bool Holds(string text, int shortest) =>
        !_forms.IsEmpty && text.Length > 0 && Readings(text).Any(reading => HoldsForm(reading, shortest));

    private static IEnumerable<string> Readings(string text)
    {
        yield return text;
        yield return Squeezed(text);
        if (text.Contains('&', StringComparison.Ordinal))
        {
            yield return Squeezed(WebUtility.HtmlDecode(WebUtility.HtmlDecode(text)));
        }

        if (text.AsSpan().ContainsAny('%', '+'))
        {
            yield return Squeezed(Uri.UnescapeDataString(text));
        }

        if (text.Contains('\\', StringComparison.Ordinal))
        {
            yield return Squeezed(text.Replace("\\", "", StringComparison.Ordinal));
        }
    }

    private bool HoldsForm(string reading, int shortest) =>
        _forms.Any(form => form.Key.Length >= shortest && reading.Contains(form.Key, StringComparison.OrdinalIgnoreCase));

    private static string Squeezed(string text)
    {
        var squeezed = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            if (!Rune.IsWhiteSpace(rune) && Rune.GetUnicodeCategory(rune) is not (UnicodeCategory.Control or UnicodeCategory.Format))
            {
                squeezed.Append(rune.ToString());
            }
        }

        return squeezed.ToString();
    }

    /// <summary>
    /// The secret in base64 wherever in a longer text it begins: at each of the three places of a group of bytes, less the digits
    /// that its neighbors have a part in.
    /// </summary>
    private static IEnumerable<string> Coded(string secret)
    {
        foreach (var bytes in new[] { Encoding.UTF8.GetBytes(secret), Encoding.Unicode.GetBytes(secret) })
        {
            for (var before = 0; before < 3; before++)
            {
                var digits = Convert.ToBase64String([.. new byte[before], .. bytes]).TrimEnd('=');
                var first = before == 0 ? 0 : before + 1;
                var last = (before + bytes.Length) % 3 == 0 ? digits.Length : digits.Length - 1;
                if (last - first >= MinCoded)
                {
                    yield return digits[first..last];
                }
            }
        }
    }
}
