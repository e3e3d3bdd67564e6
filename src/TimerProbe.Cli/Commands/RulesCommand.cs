using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Advice.Rules;

namespace TimerProbe.Cli.Commands;

internal sealed class RulesCommand(Terminal terminal)
{
    public Command Create()
    {
        var command = new ExampleCommand("rules", "List the rules; explain one: evidence, remedies, sources.")
        {
            Examples = [("timerprobe rules", "the list"), ("timerprobe rules explain TP101", "one rule in full")],
        };
        command.Subcommands.Add(CreateExplain());
        command.SetAction(_ => List());
        return command;
    }

    private ExampleCommand CreateExplain()
    {
        var id = new Argument<string>("ID") { HelpName = "ID", Description = "The rule's id, such as TP101." };
        id.CompletionSources.Add(_ => RuleCatalogue.Descriptions.Select(rule => rule.Id));
        var command = new ExampleCommand("explain", "Explain one rule.")
        {
            Examples = [("timerprobe rules explain TP101", "what a trapped clock is and what to do about it")],
        };
        command.Arguments.Add(id);
        command.SetAction(parsed => Explain(parsed.GetRequiredValue(id)));
        return command;
    }

    private void List()
    {
        foreach (var rule in RuleCatalogue.Descriptions)
        {
            terminal.Out.WriteLine($"{rule.Id}  {rule.Title}");
        }
    }

    private void Explain(string id)
    {
        var rule = RuleCatalogue.Find(id)
            ?? throw new UseCaseException(Failure.Usage, $"there is no rule '{id}'; 'timerprobe rules' lists them");
        terminal.Out.Write(RuleMarkdown.Explain(rule));
    }
}
