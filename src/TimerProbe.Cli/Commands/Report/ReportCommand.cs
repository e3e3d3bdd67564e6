using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Anonymizing;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Commands.Report;

/// <summary><c>timerprobe report</c>.</summary>
internal sealed class ReportCommand(Terminal terminal, TimeProvider time)
{
    private readonly DocumentSource _from = new(terminal, time);
    private readonly OutputOptions _output = new(DocumentText.ScanFormats);
    private readonly RemediesOption _remedies = new();

    private readonly AnonymizeOption _anonymize = new("names, addresses and UUIDs");

    public Command Create()
    {
        var command = new ExampleCommand("report", "Render a saved or stored document again, in any format.")
        {
            Examples =
            [
                ("timerprobe report --from scan.json --output html --out report.html", "the report of a saved scan"),
                ("timerprobe report --from latest --kind scan --out report.html", "the same of the newest scan in the store"),
                ("timerprobe report --from scan.json --anonymize --output markdown", "the same without names, for a ticket"),
            ],
        };
        _from.AddTo(command);
        _output.AddTo(command);
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
        var writer = new DocumentText(output.Style(terminal), parsed.GetValue<bool>(VerboseOption.Name));
        switch (await _from.ReadAsync(parsed, cancel))
        {
            case ScanDocument scan:
                if (scan.Anonymized && remedies is not null)
                {
                    throw new UseCaseException(Failure.Usage, "the document has pseudonyms: commands need the real names");
                }

                scan = pseudonyms is null || scan.Anonymized ? scan : AnonymousDocuments.Of(scan, pseudonyms);
                writer.Write(scan, output.Format, destination);
                remedies?.Write(scan);
                break;
            case CheckDocument check:
                if (remedies is not null)
                {
                    throw new UseCaseException(Failure.Usage, "--remedies is for scan documents; a check document shows its remedies as text");
                }

                writer.Write(pseudonyms is null ? check : AnonymousDocuments.Of(check, pseudonyms), output.Format, destination);
                break;
            case SqlDocument sql:
                if (remedies is not null)
                {
                    throw new UseCaseException(Failure.Usage, "--remedies is for scan documents; a document about a SQL Server shows its remedies as text");
                }

                writer.Write(pseudonyms is null || sql.Anonymized ? sql : AnonymousDocuments.Of(sql, pseudonyms), output.Format, destination);
                break;
            case HistoryDocument history:
                if (remedies is not null || pseudonyms is not null)
                {
                    throw new UseCaseException(Failure.Usage, "a history has neither remedies nor a form without names");
                }

                writer.Write(history, output.Format, destination);
                break;
            case RunsDocument runs:
                if (remedies is not null || pseudonyms is not null)
                {
                    throw new UseCaseException(Failure.Usage, "a list of runs has neither remedies nor a form without names");
                }

                writer.Write(runs, output.Format, destination);
                break;
        }

        return (int)ExitCode.Done;
    }
}
