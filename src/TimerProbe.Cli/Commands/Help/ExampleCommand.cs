using System.CommandLine;

namespace TimerProbe.Cli.Commands;

internal sealed class ExampleCommand(string name, string description, string heading = Headings.Commands)
    : Command(name, description), IHeading
{
    public string Heading => heading;

    /// <summary>Command lines that work as they stand, each with what it does.</summary>
    public IReadOnlyList<(string CommandLine, string Does)> Examples { get; init; } = [];

    /// <summary>The same command, which does that.</summary>
    /// <param name="work">Declares its options, and gives back what it does.</param>
    public ExampleCommand Doing(Func<Command, Func<ParseResult, CancellationToken, Task<int>>> work)
    {
        SetAction(work(this));
        return this;
    }
}
