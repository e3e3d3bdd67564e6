namespace TimerProbe.Cli.Commands;

internal static class CompletionCommand
{
    private static readonly string[] Shells = ["bash", "zsh", "powershell"];

    public static Command Create(Terminal terminal)
    {
        var command = new ExampleCommand("completion", "Print the completion script for a shell.", Headings.Program)
        {
            Examples =
            [
                ("timerprobe completion bash", "save the output as ~/.local/share/bash-completion/completions/timerprobe"),
                ("timerprobe completion powershell", "add the output to the file that $PROFILE names"),
            ],
        };
        var shell = command.Positional<string>("SHELL", "bash, zsh or powershell.");
        shell.CompletionSources.Add(Shells);
        command.Validate(result => result.GetValue(shell) is { } given && given.Trim().Length > 0
            ? OptionDeclarations.RejectUnknown(Shells, "SHELL", given)
            : null);
        command.SetAction(parsed => Print(parsed.GetRequiredValue(shell), terminal));
        return command;
    }

    private static void Print(string shell, Terminal terminal)
    {
        using var script = typeof(CompletionCommand).Assembly.GetManifestResourceStream($"completion/{shell}")!;
        using var reader = new StreamReader(script);
        terminal.Out.Write(reader.ReadToEnd());
    }
}
