using System.Collections.Concurrent;
using System.Net;

namespace TimerProbe.Core;

/// <summary>Replaces a run's secrets in a server's texts, in any case, with any space, or as markup escapes them. Thread-safe.</summary>
public sealed class SecretFilter
{
    public const string Replacement = "(secret)";

    private const RegexOptions Options = RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;

    private readonly ConcurrentDictionary<string, bool> _secrets = new();

    public SecretFilter(params IEnumerable<string> secrets)
    {
        foreach (var secret in secrets)
        {
            Add(secret);
        }
    }

    /// <summary>Knows one more; an empty one is ignored.</summary>
    public void Add(string secret)
    {
        if (secret.Length > 0)
        {
            _secrets[secret] = true;
            _secrets[WebUtility.HtmlEncode(secret)] = true;
        }
    }

    /// <summary>The text without the secrets that have at least so many characters.</summary>
    public string Clear(string text, int minLength = 1) => _secrets.Keys
        .Where(secret => secret.Length >= minLength)
        .OrderByDescending(secret => secret.Length) // One may begin another.
        .Aggregate(text, Clear);

    // A text becomes one line only after this, and then a line break within a secret would be the space that it has.
    private static string Clear(string text, string secret)
    {
        var words = secret.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        return words.Length > 1
            ? Regex.Replace(text, string.Join(@"\s+", words.Select(Regex.Escape)), Replacement, Options, TimeSpan.FromMinutes(1))
            : text.Replace(secret, Replacement, StringComparison.OrdinalIgnoreCase);
    }
}
