using System.CommandLine;

namespace TimerProbe.Cli.Options;

/// <summary>--verbose.</summary>
internal sealed class VerboseOption
{
    public const string Name = "--verbose";

    public Option<bool> Option { get; } = new(Name)
    {
        Description = "Say more: what could not be read and why; a stack trace when something breaks.",
        Recursive = true,
    };
}
