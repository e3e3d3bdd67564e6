namespace TimerProbe.Cli.Commands;

internal static class PublishCommand
{
    public static Command Create(Terminal terminal, TimeProvider time)
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
