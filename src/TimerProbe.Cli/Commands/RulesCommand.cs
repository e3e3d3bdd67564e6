using System.CommandLine;

namespace TimerProbe.Cli.Commands;

internal static class RulesCommand
{
    public static Command Create(Terminal terminal)
    {
        var explain = new ExampleCommand("explain", "Explain one rule.")
        {
            Examples = [("timerprobe rules explain TP101", "what a trapped clock is and what to do about it")],
        };
        var id = explain.Positional<string>("ID", "The rule's id, such as TP101.");
        id.CompletionSources.Add(_ => RuleCatalogue.Descriptions.Select(rule => rule.Id));
        explain.SetAction(parsed => Explain(parsed.GetRequiredValue(id), terminal));
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

    private static void Explain(string id, Terminal terminal)
    {
        var rule = RuleCatalogue.Find(id)
            ?? throw new UseCaseException(ExitCode.Usage, $"there is no rule '{id}'; 'timerprobe rules' lists them");
        terminal.Out.Write(RuleMarkdown.Explain(rule));
    }
}
