using System.CommandLine;

namespace TimerProbe.Cli.Commands;

internal sealed class PlanCommand(Terminal terminal, TimeProvider time)
{
    public static Command Create(Terminal terminal, TimeProvider time)
    {
        var plan = new PlanCommand(terminal, time);
        return new ExampleCommand(
            "plan", "Tell from saved scans what a change would do to clocks, before it is made; it changes nothing.", Headings.Fleet)
        {
            Examples =
            [
                ("timerprobe plan evacuate esx01 --from scan.json", "before a patch night: who stays fast, and where to"),
                ("timerprobe plan home --from scan.json --out plan.html", "the moves that bring machines home, as a page with a picture"),
                ("timerprobe plan rules --from scan.json --remedies rules.ps1", "the DRS rules that keep them there, and a script that makes them"),
            ],
            Subcommands = { plan.Evacuate(), plan.Home(), plan.Rules() },
        };
    }

    private ExampleCommand Evacuate()
    {
        var command = new ExampleCommand(
            "evacuate",
            "What emptying hosts does: who stays fast and where to, who cannot and why, and the order for patching the whole cluster.")
        {
            Examples = [("timerprobe plan evacuate esx01 --from scan.json --out plan.json", "one host, as a document to report later")],
        };
        var hosts = command.Positional<string[]>(
            "HOST",
            "The hosts to be emptied, with or without their domain; vc1/esx01 where two vCenters have one of that name.",
            ArgumentArity.OneOrMore);
        return Finish(command, (planner, parsed) => planner.Evacuate(PlanNames.Hosts(planner, parsed.GetRequiredValue(hosts))),
            isOfMoves: true);
    }

    private ExampleCommand Home() => Finish(
        new ExampleCommand(
            "home", "The fewest moves without downtime that bring slow machines home, in waves, and the power cycles that remain.")
        {
            Examples =
            [
                ("timerprobe plan home --from scan.json --wave 4", "at most four moves at once"),
                ("timerprobe plan home --from scan.json --out plan.json --remedies home.sh", "and a script of these moves"),
            ],
        },
        (planner, _) => planner.Home(),
        isOfMoves: true);

    private ExampleCommand Rules() => Finish(
        new ExampleCommand(
            "rules",
            "The DRS groups and rules that keep each machine with its frequency class, as few as possible, and which present rules contradict.")
        {
            Examples =
            [
                ("timerprobe plan rules --from scan.json", "every cluster that mixes frequencies"),
                ("timerprobe plan rules --from scan.json --remedies rules.ps1", "and a script that makes them"),
            ],
        },
        (planner, _) => planner.Rules());

    private ExampleCommand Finish(ExampleCommand command, Func<Planner, ParseResult, PlanDocument> plan, bool isOfMoves = false) =>
        command.Doing(_ => new PlanSubcommand(command, terminal, time, plan, isOfMoves).RunAsync);
}
