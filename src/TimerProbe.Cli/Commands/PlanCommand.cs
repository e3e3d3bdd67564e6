namespace TimerProbe.Cli.Commands;

/// <summary>A subcommand of <c>plan</c>: what it plans, and the options that all have.</summary>
internal sealed class PlanCommand(
    Command command, Terminal terminal, TimeProvider time, Func<Planner, ParseResult, PlanDocument> plan, bool isOfMoves)
{
    private readonly DocumentSource _from = new(command, terminal, time, "A saved scan, once for each: a", takesScans: true);
    private readonly DeclaredOption<int?>? _fill = !isOfMoves ? null : command.Count(
        "--fill", "Fill no host beyond this share of its memory or CPU in per cent, 10 to 100. [default: 90]", 10, 100, "PERCENT");
    private readonly DeclaredOption<int?>? _wave = !isOfMoves ? null : command.Count(
        "--wave", "The most moves at once, 1 to 1000. [default: 8]", 1, 1_000);
    private readonly OutputOptions _output = new(command, DocumentForms.Plan.Formats);
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names and addresses");
    private readonly RemediesOption _remedies = new(command);

    public static Command Create(Terminal terminal, TimeProvider time)
    {
        return new ExampleCommand(
            "plan", "Tell from saved scans what a change would do to clocks, before it is made; it changes nothing.", Headings.Fleet)
        {
            Examples =
            [
                ("timerprobe plan evacuate esx01 --from scan.json", "before a patch night: who stays fast, and where to"),
                ("timerprobe plan home --from scan.json --out plan.html", "the moves that bring machines home, as a page with a picture"),
                ("timerprobe plan rules --from scan.json --remedies rules.ps1", "the DRS rules that keep them there, and a script that makes them"),
            ],
            Subcommands = { Evacuate(), Home(), Rules() },
        };

        ExampleCommand Evacuate()
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

        ExampleCommand Home() => Finish(
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

        ExampleCommand Rules() => Finish(
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

        ExampleCommand Finish(ExampleCommand command, Func<Planner, ParseResult, PlanDocument> plan, bool isOfMoves = false) =>
            command.WithHandler(_ => new PlanCommand(command, terminal, time, plan, isOfMoves).RunAsync);
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        using var script = _remedies.Open(terminal, parsed);
        var pseudonyms = _anonymize.Read(parsed);
        var documents = await _from.ReadAsync(parsed, cancellationToken);
        if (documents.FirstOrDefault(item => item is not ScanDocument) is { } other)
        {
            throw new UseCaseException(
                ExitCode.Usage,
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
        var document = plan(planner, parsed);
        document = pseudonyms is null ? document : AnonymousDocuments.Anonymize(document, pseudonyms);
        if (script is not null)
        {
            RemediesOption.Check(document);
        }

        DocumentForms.Plan.Write(
            document,
            output.Format,
            new TextView(_output.Style(terminal, parsed, output.File), _output.ReadDetail(parsed)),
            MetricView.Brief,
            destination);
        _remedies.Write(script, terminal, parsed, document);
        return (int)ExitCode.Done;
    }
}
