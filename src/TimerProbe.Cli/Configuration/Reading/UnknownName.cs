using TimerProbe.Application;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>What to say of a name that a section does not have.</summary>
internal static class UnknownName
{
    private static readonly string[] Secrets = ["password", "passwd", "pwd", "pass", "secret", "token", "apikey", "api_key", "hmac", "credential", "credentials"];

    public static string Describe(string name, string section, IReadOnlyCollection<string> known)
    {
        string[] references = [.. known.Where(IsReference)];
        if (Secrets.Contains(name.ToLowerInvariant(), StringComparer.Ordinal))
        {
            return $"no secret stands in this file, which others may read and keep: {(references.Length == 0 ? "take it out" : $"name where it is kept, with {string.Join(" or ", references)}")}";
        }

        var meant = NearestName.Of(name, known) is { } near ? $"did you mean \"{near}\"?" : $"it has {string.Join(", ", known)}";
        return $"{section} has no \"{(name.Length > 40 ? name[..40] : name)}\"; {meant}";
    }

    private static bool IsReference(string name) =>
        name is "passwordFile" or "passwordEnvironment" or "windowsCredential" or "secretFile" or "secretEnvironment";
}
