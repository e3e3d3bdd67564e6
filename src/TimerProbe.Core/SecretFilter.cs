using System.Collections.Concurrent;

namespace TimerProbe.Core;

/// <summary>Replaces the secrets of a run in a server's texts, in whatever case. Safe to use by several threads.</summary>
public sealed class SecretFilter
{
    public const string Replacement = "(secret)";

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
        }
    }

    /// <summary>The text without the secrets that have at least so many characters.</summary>
    public string Clear(string text, int minLength = 1) => _secrets.Keys
        .Where(secret => secret.Length >= minLength)
        .OrderByDescending(secret => secret.Length) // One may begin another.
        .Aggregate(text, (clear, secret) => clear.Replace(secret, Replacement, StringComparison.OrdinalIgnoreCase));
}
