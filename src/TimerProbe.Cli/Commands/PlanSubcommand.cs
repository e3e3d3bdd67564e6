using System.CommandLine;

namespace TimerProbe.Cli.Commands;

/// <summary>The options that all subcommands of <c>plan</c> share, and how they run.</summary>
internal sealed class PlanSubcommand(
    Command command,
    Terminal terminal,
    TimeProvider time,
    Func<Planner, ParseResult, PlanDocument> plan,
    bool isOfMoves)
{
    private readonly DocumentSource _from = new(command, terminal, time, "A saved scan, once for each: a", takesScans: true);
    private readonly DeclaredOption<int?>? _fill = !isOfMoves ? null : command.Count(
        "--fill", "Fill no host beyond this share of its memory or CPU in per cent, 10 to 100. [default: 90]", 10, 100, "PERCENT");
    private readonly DeclaredOption<int?>? _wave = !isOfMoves ? null : command.Count(
        "--wave", "The most moves at once, 1 to 1000. [default: 8]", 1, 1_000);
    private readonly OutputOptions _output = new(command, DocumentForms.Plan.Formats);
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names and addresses");
    private readonly RemediesOption _remedies = new(command);

    public async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
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
            RemediesOutput.Check(document);
        }

        DocumentForms.Plan.Write(
            document, output.Format, new TextView(output.Style(terminal), _output.ReadDetail(parsed)), MetricView.Brief, destination);
        script?.Write(document);
        return (int)ExitCode.Done;
    }
}
