using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Reporting.Html.Markup;

/// <summary>Ids of parts of a page, made of what a part is about: a link to it leads there in the report of the next run too.</summary>
internal static class Anchor
{
    private const int MostOfName = 40;

    /// <summary>
    /// The id of a part: what it is, what it is about as far as that can stand in an address, and a hash that tells names apart.
    /// </summary>
    /// <param name="kind">What it is, such as a rule's id.</param>
    /// <param name="name">What it is about, for people.</param>
    /// <param name="others">What else tells it from others of the kind.</param>
    public static string Of(string kind, string name, params ReadOnlySpan<string?> others)
    {
        var whole = string.Join('\0', [kind, name, .. others]);
        return $"{kind}-{Readable(name)}-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(whole)).AsSpan(0, 4))}";
    }

    private static string Readable(string name)
    {
        var text = new StringBuilder();
        foreach (var letter in name.AsSpan(0, Math.Min(name.Length, MostOfName)))
        {
            text.Append(char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' ? letter : '.');
        }

        return text.ToString();
    }
}
