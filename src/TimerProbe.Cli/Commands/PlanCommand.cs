using System.CommandLine;
using System.CommandLine.Parsing;
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
    public Command Create()
    {
        var command = new ExampleCommand(
            "plan", "Tell from saved scans what a change would do to clocks, before it is made; it changes nothing.")
        {
            Examples =
            [
                ("timerprobe plan evacuate esx01 --from scan.json", "before a patch night: who stays fast, and where to"),
                ("timerprobe plan home --from scan.json --out plan.html", "the moves that bring machines home, as a page with a picture"),
                ("timerprobe plan rules --from scan.json --remedies rules.ps1", "the DRS rules that keep them there, and a script that makes them"),
            ],
        };
        command.Subcommands.Add(Evacuate());
        command.Subcommands.Add(Home());
        command.Subcommands.Add(Add());
        command.Subcommands.Add(Merge());
        command.Subcommands.Add(Rules());
        command.Subcommands.Add(Verify());
        return command;
    }

    private ExampleCommand Evacuate()
    {
        var hosts = new Argument<string[]>("HOST")
        {
            HelpName = "HOST",
            Description = "The hosts to be emptied, with or without their domain; vc1/esx01 where two vCenters have one of that name.",
            Arity = ArgumentArity.OneOrMore,
        };
        var command = new ExampleCommand(
            "evacuate",
            "What emptying hosts does: who stays fast and where to, who cannot and why, and the order for patching the whole cluster.")
        {
            Examples = [("timerprobe plan evacuate esx01 --from scan.json --out plan.json", "one host, as a document to verify later")],
        };
        command.Arguments.Add(hosts);
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
        var cluster = new Option<string>("--cluster")
        {
            Description = "The cluster that the hosts are for; vc1/prod or dc1/prod where several have that name.",
            HelpName = "NAME",
            Required = true,
        };
        var hosts = CountOption.Create("--hosts", "How many hosts, 1 to 1000.", 1, 1_000);
        hosts.Required = true;
        var mhz = new Option<Frequency?>("--mhz")
        {
            Description = "Their TSC frequency in MHz, such as 2593.905.",
            HelpName = "MHZ",
            Required = true,
            CustomParser = FrequencyOf,
        };
        var processor = new Option<string?>("--processor")
        {
            Description = "Their processor as vSphere Client names it, to tell whether hardware scaling is measured on it.",
            HelpName = "MODEL",
        };
        var command = new ExampleCommand(
            "add", "What new hosts in a cluster do: its frequency classes, and how many machines DRS would make slow.")
        {
            Examples = [("timerprobe plan add --cluster prod --hosts 2 --mhz 2593.905 --from scan.json", "before hosts are bought")],
        };
        command.Options.Add(cluster);
        command.Options.Add(hosts);
        command.Options.Add(mhz);
        command.Options.Add(processor);
        return Finish(command, (planner, parsed, names) => planner.Add(
            names.Cluster(parsed.GetRequiredValue(cluster)),
            parsed.GetValue(hosts)!.Value,
            parsed.GetValue(mhz)!.Value,
            parsed.GetValue(processor))
            ?? throw new UseCaseException(Failure.Usage, "the scan could not read the vCenter of that cluster: scan it again"));
    }

    private ExampleCommand Merge()
    {
        var clusters = new Argument<string[]>("CLUSTER")
        {
            HelpName = "CLUSTER",
            Description = "The two clusters, of one vCenter.",
            Arity = new ArgumentArity(2, 2),
        };
        var command = new ExampleCommand(
            "merge", "What merging two clusters does: their frequency classes, and how many machines DRS would make slow.")
        {
            Examples = [("timerprobe plan merge prod uniform --from scan.json", "before two clusters become one")],
        };
        command.Arguments.Add(clusters);
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
        var plan = new Argument<string>("PLAN") { HelpName = "PLAN", Description = "The plan: a file written by --output json." };
        var command = new ExampleCommand(
            "verify", "What became of a plan, by a later scan: done, not done or otherwise, and the clocks measured since.")
        {
            Examples = [("timerprobe plan verify plan.json --from scan.json", "after the patch night")],
        };
        command.Arguments.Add(plan);
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
        new PlanSubcommand(terminal, time).Finish(command, (planner, parsed, _, names, _) => Task.FromResult(plan(planner, parsed, names)));

    private ExampleCommand FinishWithScript(
        ExampleCommand command, Func<Planner, ParseResult, PlanNames, PlanDocument> plan, bool isOfMoves = false) =>
        new PlanSubcommand(terminal, time, new RemediesOption(), isOfMoves).Finish(
            command, (planner, parsed, _, names, _) => Task.FromResult(plan(planner, parsed, names)));

    private ExampleCommand Finish(
        ExampleCommand command, Func<Planner, ParseResult, DocumentSource, CancellationToken, Task<PlanDocument>> plan) =>
        new PlanSubcommand(terminal, time).Finish(command, (planner, parsed, source, _, cancel) => plan(planner, parsed, source, cancel));

    private static Frequency? FrequencyOf(ArgumentResult result)
    {
        var given = result.Tokens[0].Value;
        if (double.TryParse(given, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var mhz)
            && mhz is >= 100 and <= 20_000)
        {
            return Frequency.FromMegahertz(mhz);
        }

        result.AddError($"--mhz takes MHz from 100 to 20000, such as 2593.905, not '{given}'");
        return null;
    }
}

/// <summary>The options that all subcommands of <c>plan</c> share, and how they run.</summary>
internal sealed class PlanSubcommand(Terminal terminal, TimeProvider time, RemediesOption? remedies = null, bool isOfMoves = false)
{
    private readonly DocumentSource _from = new(terminal, time, "A saved scan, once for each: a", takesScans: true);
    private readonly Option<int?> _fill = CountOption.Create(
        "--fill", "Fill no host beyond this share of its memory or CPU in per cent, 10 to 100. [default: 90]", 10, 100);
    private readonly Option<int?> _wave = CountOption.Create("--wave", "The most moves at once, 1 to 1000. [default: 8]", 1, 1_000);
    private readonly OutputOptions _output = new(DocumentForms.Plan.Formats);
    private readonly AnonymizeOption _anonymize = new(terminal, "names and addresses");

    public ExampleCommand Finish(
        ExampleCommand command, Func<Planner, ParseResult, DocumentSource, PlanNames, CancellationToken, Task<PlanDocument>> plan)
    {
        _fill.HelpName = "PERCENT";
        _from.AddTo(command);
        if (isOfMoves)
        {
            command.Options.Add(_fill);
            command.Options.Add(_wave);
        }

        _output.AddTo(command);
        command.Options.Add(_anonymize.Option);
        remedies?.AddTo(command, _anonymize);
        command.SetAction((parsed, cancel) => RunAsync(parsed, plan, cancel));
        return command;
    }

    private async Task<int> RunAsync(
        ParseResult parsed,
        Func<Planner, ParseResult, DocumentSource, PlanNames, CancellationToken, Task<PlanDocument>> plan,
        CancellationToken cancel)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        using var script = remedies?.Open(terminal, parsed);
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
            new PlanSettings(parsed.GetValue(_fill) ?? 90, parsed.GetValue(_wave) ?? 8),
            ThisProgram.Tool,
            now,
            Guid.CreateVersion7(now));
        var document = await plan(planner, parsed, _from, new PlanNames(scans), cancel);
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
