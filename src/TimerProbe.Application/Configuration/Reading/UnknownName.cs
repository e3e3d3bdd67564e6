using System.Text.Json.Serialization.Metadata;
using TimerProbe.Application.Secrets;
using TimerProbe.Core.Names;

namespace TimerProbe.Application.Configuration.Reading;

/// <summary>What to say of a name that a section does not have. It is not repeated: a secret may have been written in its place.</summary>
internal static class UnknownName
{
    private static readonly string[] Secrets = ["password", "passwd", "pwd", "pass", "secret", "clientsecret", "token", "apikey", "api_key", "hmac", "credential", "credentials"];

    public static string Describe(string name, string section, IEnumerable<JsonPropertyInfo> known)
    {
        var names = known.Select(member => member.Name).Order(StringComparer.Ordinal).ToList();
        if (Secrets.Contains(name, StringComparer.OrdinalIgnoreCase))
        {
            var references = string.Join(" or ", known.Where(member => member.Rule<SecretAttribute>() is not null).Select(member => member.Name).Order(StringComparer.Ordinal));
            return $"a secret does not belong in this file, which others may read and keep: {(references.Length == 0 ? "remove it" : $"name where it is saved, with {references}")}";
        }

        var meant = NearestName.Of(name, names) is { } near ? $"did you mean \"{near}\"?" : $"it has {string.Join(", ", names)}";
        return $"{section} has no member of this name; {meant}";
    }
}
