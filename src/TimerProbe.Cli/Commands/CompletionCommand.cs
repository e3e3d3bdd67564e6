using System.CommandLine;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Commands;

internal sealed class CompletionCommand(Terminal terminal)
{
    public Command Create()
    {
        var shell = new Argument<string>("SHELL") { Description = "bash, zsh or powershell." };
        shell.AcceptOnlyFromAmong("bash", "zsh", "powershell");
        var command = new ExampleCommand("completion", "Print the completion script for a shell.")
        {
            Examples =
            [
                ("timerprobe completion bash", "save the output as ~/.local/share/bash-completion/completions/timerprobe"),
                ("timerprobe completion powershell", "add the output to the file that $PROFILE names"),
            ],
        };
        command.Arguments.Add(shell);
        command.SetAction(parsed => Print(parsed.GetRequiredValue(shell)));
        return command;
    }

    private void Print(string shell)
    {
        using var script = typeof(CompletionCommand).Assembly.GetManifestResourceStream($"completion/{shell}")!;
        using var reader = new StreamReader(script);
        terminal.Out.Write(reader.ReadToEnd());
    }
}
