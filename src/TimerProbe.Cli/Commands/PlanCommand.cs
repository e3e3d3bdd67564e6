using System.CommandLine;
using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Application.Anonymizing;
using TimerProbe.Application.Planning;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Planning;
using TimerProbe.Core.Units;
using TimerProbe.Reporting.OpenMetrics;

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
            Subcommands = { plan.Evacuate(), plan.Home(), plan.Add(), plan.Merge(), plan.Rules(), plan.Verify() },
        };
    }

    private ExampleCommand Evacuate()
    {
        var command = new ExampleCommand(
            "evacuate",
            "What emptying hosts does: who stays fast and where to, who cannot and why, and the order for patching the whole cluster.")
        {
            Examples = [("timerprobe plan evacuate esx01 --from scan.json --out plan.json", "one host, as a document to verify later")],
        };
        var hosts = command.Positional<string[]>(
            "HOST",
            "The hosts to be emptied, with or without their domain; vc1/esx01 where two vCenters have one of that name.",
            ArgumentArity.OneOrMore);
        return FinishWithScript(command, (planner, parsed, names) =>
            planner.Evacuate(names.Hosts(parsed.GetRequiredValue(hosts))), isOfMoves: true);
    }

    private ExampleCommand Home() => FinishWithScript(
        new ExampleCommand(
            "home", "The fewest moves without downtime that bring slow machines home, in waves, and the power cycles that remain.")
        {
            Examples =
            [
                ("timerprobe plan home --from scan.json --wave 4", "at most four moves at once"),
                ("timerprobe plan home --from scan.json --out plan.json --remedies home.sh", "and a script of these moves"),
            ],
        },
        (planner, _, _) => planner.Home(),
        isOfMoves: true);

    private ExampleCommand Add()
    {
        var command = new ExampleCommand(
            "add", "What new hosts in a cluster do: its frequency classes, and how many machines DRS would make slow.")
        {
            Examples = [("timerprobe plan add --cluster prod --hosts 2 --mhz 2593.905 --from scan.json", "before hosts are bought")],
        };
        var cluster = command.Text(
            "--cluster", "NAME", "The cluster that the hosts are for; vc1/prod or dc1/prod where several have that name.").Needed();
        var hosts = command.Count("--hosts", "How many hosts, 1 to 1000.", 1, 1_000).Needed();
        var mhz = command.Value<Frequency?>(
            "--mhz",
            "MHZ",
            "Their TSC frequency in MHz, such as 2593.905.",
            text => double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
                && number is >= 100 and <= 20_000
                ? Frequency.FromMegahertz(number)
                : null,
            "MHz from 100 to 20000, such as 2593.905").Needed();
        var processor = command.Text(
            "--processor", "MODEL", "Their processor as vSphere Client names it, to know whether hardware scaling is measured on it.");
        return Finish(command, (planner, parsed, names) => planner.Add(
            names.Cluster(parsed.GetRequiredValue(cluster)!),
            parsed.GetValue(hosts)!.Value,
            parsed.GetValue(mhz)!.Value,
            parsed.GetValue(processor))!);
    }

    private ExampleCommand Merge()
    {
        var command = new ExampleCommand(
            "merge", "What merging two clusters does: their frequency classes, and how many machines DRS would make slow.")
        {
            Examples = [("timerprobe plan merge prod uniform --from scan.json", "before two clusters become one")],
        };
        var clusters = command.Positional<string[]>("CLUSTER", "The two clusters, of one vCenter.", new ArgumentArity(2, 2));
        return Finish(command, (planner, parsed, names) =>
        {
            string[] given = [.. parsed.GetRequiredValue(clusters).Select(names.Cluster)];
            return given[0] == given[1]
                ? throw new UseCaseException(Failure.Usage, $"'{given[0]}' cannot be merged with itself: specify two clusters")
                : planner.Merge(given[0], given[1]) ?? throw new UseCaseException(
                    Failure.Usage, $"no vCenter has both '{given[0]}' and '{given[1]}': clusters of one vCenter can be merged");
        });
    }

    private ExampleCommand Rules() => FinishWithScript(
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
        (planner, _, _) => planner.Rules());

    private ExampleCommand Verify()
    {
        var command = new ExampleCommand(
            "verify", "What became of a plan, by a later scan: done, not done or otherwise, and the clocks measured since.")
        {
            Examples = [("timerprobe plan verify plan.json --from scan.json", "after the patch night")],
        };
        var plan = command.Positional<string>("PLAN", "The plan: a file written by --output json.");
        return Finish(command, async (planner, parsed, source, cancel) =>
        {
            var file = parsed.GetRequiredValue(plan);
            return await source.ReadAsync(parsed, file, cancel) is PlanDocument earlier
                ? planner.Verify(earlier)
                : throw new UseCaseException(
                    Failure.Usage, $"'{file}' is a document of another command: plan verify takes one of timerprobe plan");
        });
    }

    private ExampleCommand Finish(ExampleCommand command, Func<Planner, ParseResult, PlanNames, PlanDocument> plan) =>
        Finish(command, plan, hasScript: false, isOfMoves: false);

    private ExampleCommand FinishWithScript(
        ExampleCommand command, Func<Planner, ParseResult, PlanNames, PlanDocument> plan, bool isOfMoves = false) =>
        Finish(command, plan, hasScript: true, isOfMoves);

    private ExampleCommand Finish(
        ExampleCommand command, Func<Planner, ParseResult, PlanNames, PlanDocument> plan, bool hasScript, bool isOfMoves) => command.Doing(
        _ => new PlanSubcommand(
            command,
            terminal,
            time,
            (planner, parsed, _, names, _) => Task.FromResult(plan(planner, parsed, names)),
            hasScript,
            isOfMoves).RunAsync);

    private ExampleCommand Finish(
        ExampleCommand command, Func<Planner, ParseResult, DocumentSource, CancellationToken, Task<PlanDocument>> plan) =>
        command.Doing(_ => new PlanSubcommand(
            command, terminal, time, (planner, parsed, source, _, cancel) => plan(planner, parsed, source, cancel)).RunAsync);
}

/// <summary>The options that all subcommands of <c>plan</c> share, and how they run.</summary>
internal sealed class PlanSubcommand(
    Command command,
    Terminal terminal,
    TimeProvider time,
    Func<Planner, ParseResult, DocumentSource, PlanNames, CancellationToken, Task<PlanDocument>> plan,
    bool hasScript = false,
    bool isOfMoves = false)
{
    private readonly DocumentSource _from = new(command, terminal, time, "A saved scan, once for each: a", takesScans: true);
    private readonly DeclaredOption<int?>? _fill = !isOfMoves ? null : command.Count(
        "--fill", "Fill no host beyond this share of its memory or CPU in per cent, 10 to 100. [default: 90]", 10, 100, "PERCENT");
    private readonly DeclaredOption<int?>? _wave = !isOfMoves ? null : command.Count(
        "--wave", "The most moves at once, 1 to 1000. [default: 8]", 1, 1_000);
    private readonly OutputOptions _output = new(command, DocumentForms.Plan.Formats);
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names and addresses");
    private readonly RemediesOption? _remedies = hasScript ? new(command) : null;

    public async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        using var script = _remedies?.Open(terminal, parsed);
        var pseudonyms = _anonymize.Read(parsed);
        var documents = await _from.ReadAsync(parsed, cancel);
        if (documents.FirstOrDefault(each => each is not ScanDocument) is { } other)
        {
            throw new UseCaseException(
                Failure.Usage,
                $"--from takes scans, not a document of {DocumentForms.For(other).Command}: save one with timerprobe scan --out scan.json");
        }

        List<ScanDocument> scans = [.. documents.Cast<ScanDocument>()];
        var now = time.GetUtcNow();
        var planner = new Planner(
            scans,
            new PlanSettings((_fill is null ? null : parsed.GetValue(_fill)) ?? 90, (_wave is null ? null : parsed.GetValue(_wave)) ?? 8),
            ThisProgram.Tool,
            now,
            Guid.CreateVersion7(now));
        var document = await plan(planner, parsed, _from, new PlanNames(planner), cancel);
        document = pseudonyms is null ? document : AnonymousDocuments.Anonymize(document, pseudonyms);
        if (script is not null)
        {
            RemediesOutput.Check(document);
        }

        DocumentForms.Plan.Write(
            document, output.Format, new TextView(output.Style(terminal), _output.ReadDetail(parsed)), MetricView.Brief, destination);
        script?.Write(document);
        return (int)ExitCode.Done;
    }
}
