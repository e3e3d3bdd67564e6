using System.CommandLine;
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
