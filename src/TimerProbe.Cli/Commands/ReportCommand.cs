using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Cli.Commands;

/// <summary><c>timerprobe report</c>.</summary>
internal sealed class ReportCommand(Terminal terminal, TimeProvider time)
{
    private readonly DocumentSource _from = new(terminal, time);
    private readonly OutputOptions _output = new(OutputFormat.All, hasMetricsDetail: true);
    private readonly DetailOption _detail = new();
    private readonly RemediesOption _remedies = new();

    private readonly AnonymizeOption _anonymize = new("names, addresses and UUIDs");

    public Command Create()
    {
        var command = new ExampleCommand("report", "Render a saved or stored document again, in any format.")
        {
            Examples =
            [
                ("timerprobe report --from scan.json --output html --out report.html", "the report of a saved scan"),
                ("timerprobe report --from latest --kind scan --out report.html", "the same for the newest scan in the store"),
                ("timerprobe report --from scan.json --anonymize --output markdown", "the same without names, for a ticket"),
            ],
        };
        _from.AddTo(command);
        _output.AddTo(command);
        _detail.AddTo(command);
        command.Options.Add(_anonymize.Option);
        _remedies.AddTo(command, _anonymize);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        using var remedies = _remedies.Open(terminal, parsed);
        var pseudonyms = _anonymize.Read(parsed);
        var document = await _from.ReadAsync(parsed, cancel);
        if (remedies is not null && document is not ScanDocument { Anonymized: false })
        {
            throw new UseCaseException(Failure.Usage, document is ScanDocument
                ? "the document has pseudonyms: commands need the real names"
                : "--remedies is for scan documents; others show their remedies as text");
        }

        var forms = DocumentForms.For(document);
        document = pseudonyms is null ? document : forms.Anonymize(document, pseudonyms);
        forms.Write(document, output.Format, new TextView(output.Style(terminal), _detail.Read(parsed), IsSaved: true), new MetricView(output.MetricsDetail), destination);
        remedies?.Write((ScanDocument)document);
        return (int)ExitCode.Done;
    }
}
