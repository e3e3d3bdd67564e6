namespace TimerProbe.Cli.Commands;

internal static class RulesCommand
{
    private const string All = "all";

    private static readonly string[] PlatformNames =
        [.. Enum.GetValues<Setting>().Where(Platforms.IsPlatform).Select(Platforms.GetOptionValue)];

    public static Command Create(Terminal terminal)
    {
        var explain = new ExampleCommand("explain", "Explain one rule, with the remedies that fit this machine.")
        {
            Examples =
            [
                ("timerprobe rules explain TP101", "what a trapped clock is and what to do about it"),
                ("timerprobe rules explain TP101 --platform vmware", "what to do about it on VMware vSphere"),
            ],
        };
        var id = explain.Positional<string>("ID", "The rule's id, such as TP101.");
        id.CompletionSources.Add(_ => RuleCatalogue.Descriptions.Select(rule => rule.Id));
        var platform = explain.Word(
            "--platform",
            "NAME",
            $"Show the remedies that fit this platform: {All}, {string.Join(", ", PlatformNames)}. [default: this machine's]",
            [All, .. PlatformNames]);
        explain.SetAction(parsed => Explain(parsed.GetRequiredValue(id), parsed.GetValue(platform), terminal));
        var command = new ExampleCommand("rules", "List the rules; explain one: evidence, remedies, sources.", Headings.Program)
        {
            Examples = [("timerprobe rules", "the list"), ("timerprobe rules explain TP101", "one rule in full")],
            Subcommands = { explain },
        };
        command.SetAction(_ =>
        {
            foreach (var rule in RuleCatalogue.Descriptions)
            {
                terminal.Out.WriteLine($"{rule.Id}  {rule.Title}");
            }
        });
        return command;
    }

    private static void Explain(string id, string? platform, Terminal terminal)
    {
        var rule = RuleCatalogue.Find(id)
            ?? throw new UseCaseException(ExitCode.Usage, $"there is no rule '{id}'; 'timerprobe rules' lists them");
        terminal.Out.Write(RuleMarkdown.Explain(rule, platform switch
        {
            null => Platforms.GetSettings(MachineInspector.ReadQuick()),
            All => null,
            _ => new HashSet<Setting> { Setting.Anywhere, Setting.Windows, Setting.Linux, Enum.Parse<Setting>(platform, ignoreCase: true) },
        }));
    }
}
