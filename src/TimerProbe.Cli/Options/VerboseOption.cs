using System.CommandLine;

namespace TimerProbe.Cli.Options;

internal sealed class VerboseOption
{
    public const string Name = "--verbose";

    public Option<bool> Option { get; } = new(Name)
    {
        Description = "Show more detail: what could not be read and why, and a stack trace if something breaks.",
        Recursive = true,
    };
}
