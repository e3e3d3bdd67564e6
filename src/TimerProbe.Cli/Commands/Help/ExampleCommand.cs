using System.CommandLine;

namespace TimerProbe.Cli.Commands.Help;

internal sealed class ExampleCommand(string name, string description) : Command(name, description)
{
    /// <summary>Command lines that work as they stand, each with what it does.</summary>
    public IReadOnlyList<(string CommandLine, string Does)> Examples { get; init; } = [];
}
