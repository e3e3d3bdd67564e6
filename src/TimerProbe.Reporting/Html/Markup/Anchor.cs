using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Reporting.Html.Markup;

/// <summary>Ids of parts of a page. A link to one leads there in the report of the next run too.</summary>
internal static class Anchor
{
    private const int MostOfName = 40;

    /// <summary>The kind, the readable part of the name, and a hash that tells names apart.</summary>
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
