using System.CommandLine;
using TimerProbe.Application.Publishing;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Publishing;

namespace TimerProbe.Cli.Commands;

internal sealed class PublishCommand(Terminal terminal, TimeProvider time)
{
    private readonly Option<bool> _clear = new("--clear") { Description = "Remove it." };
    private readonly Option<string?> _program = PublishOption.CreateProgram();

    public Command Create()
    {
        var command = new ExampleCommand("publish", "With --clear, remove from this VM's hypervisor what check --publish told it.")
        {
            Examples = [("timerprobe publish --clear", "remove the result, such as before the VM becomes a template")],
        };
        command.Options.Add(_clear);
        command.Options.Add(_program);
        command.Validators.Add(result =>
        {
            if (!result.GetValue(_clear))
            {
                result.AddError("publish needs --clear; to publish a result, use timerprobe check --publish or timerprobe watch --publish");
            }
        });
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var publisher = new HypervisorPublisher(new PublishSettings(parsed.GetValue(_program)), ThisProgram.Context(terminal, time));
        await Task.Run(() => publisher.Clear(cancel), CancellationToken.None);
        terminal.Out.Write($"{PublishedCheck.Variable} is empty now\n");
        return (int)ExitCode.Done;
    }
}
