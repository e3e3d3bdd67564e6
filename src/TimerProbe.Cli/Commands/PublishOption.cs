namespace TimerProbe.Cli.Commands;

internal sealed class PublishOption(Command command)
{
    private readonly DeclaredOption<bool> _publish = command.Flag(
        "--publish",
        "Also leave the result with this VM's hypervisor, through VMware Tools, where timerprobe scan finds it.",
        Headings.Output)
        .Excludes("--anonymize", "--publish and --anonymize exclude each other: what is published stands beside the VM's own name");

    private readonly DeclaredOption<string?> _program = command.ToolsProgram()
        .Requires("--publish", "--tools-program has no effect without --publish");

    /// <summary>What publishes a result; null when nothing does.</summary>
    public HypervisorPublisher? Open(ParseResult parsed, bool anonymizes, UseCaseContext context)
    {
        if (!parsed.GetValue(_publish))
        {
            return null;
        }

        return anonymizes
            ? throw new UseCaseException(
                ExitCode.Usage,
                "--publish leaves the result beside the VM's own name, and the configuration asks for pseudonyms: \"anonymize\"")
            : new HypervisorPublisher(parsed.GetValue(_program), context);
    }

    /// <summary>The command that takes away what was published.</summary>
    public static Command CreateClearing(Terminal terminal, TimeProvider time)
    {
        var command = new ExampleCommand(
            "publish", "With --clear, remove from this VM's hypervisor what check --publish wrote there.", Headings.Here)
        {
            Examples = [("timerprobe publish --clear", "remove the result, such as before the VM becomes a template")],
        };
        var clear = command.Flag("--clear", "Remove it.");
        var program = command.ToolsProgram();
        command.Validate(result => result.GetValue(clear)
            ? null
            : "publish needs --clear; to publish a result, use timerprobe check --publish or timerprobe watch --publish");
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var publisher = new HypervisorPublisher(parsed.GetValue(program), ThisProgram.Context(terminal, time));
            await Task.Run(() => publisher.Clear(cancellationToken), CancellationToken.None);
            terminal.Out.Write($"{PublishedCheck.Variable} is empty now\n");
            return (int)ExitCode.Done;
        });
        return command;
    }
}
