using System.CommandLine;
using System.Security.Cryptography;
using System.Text;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Options;

internal sealed class AnonymizeOption(string what)
{
    public Option<bool> Option { get; } = new("--anonymize")
    {
        Description = $"Replace {what} with pseudonyms, stable under the key in TIMERPROBE_ANONYMIZE_KEY.",
    };

    /// <summary>The pseudonyms to use; null when names stay.</summary>
    public Pseudonyms? Read(ParseResult parsed, bool configured = false) =>
        parsed.GetValue(Option) || configured ? PseudonymKey.FromEnvironment() : null;
}

internal static class PseudonymKey
{
    private const string Variable = "TIMERPROBE_ANONYMIZE_KEY";

    /// <summary>Pseudonyms under the key of the environment variable; where it is not set, under one that everybody knows.</summary>
    public static Pseudonyms FromEnvironment() =>
        new(Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable(Variable) ?? "timerprobe"));

    /// <summary>
    /// Pseudonyms under the key of the environment variable; where it is not set, under one that nobody knows, and that no other document
    /// has.
    /// </summary>
    public static Pseudonyms FromEnvironmentOrNew() =>
        Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } ? FromEnvironment() : new(RandomNumberGenerator.GetBytes(32));
}
