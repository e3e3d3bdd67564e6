namespace TimerProbe.Cli.Commands;

internal sealed class ExampleCommand(string name, string description, string heading = Headings.Commands)
    : Command(name, description), IHeading
{
    public string Heading => heading;

    public IReadOnlyList<(string CommandLine, string Does)> Examples { get; init; } = [];

    public ExampleCommand WithHandler(Func<Command, Func<ParseResult, CancellationToken, Task<int>>> work)
    {
        SetAction(work(this));
        return this;
    }
}
