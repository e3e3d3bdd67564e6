using System.CommandLine;
using System.Text;
using System.Text.Json;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Commands;

/// <summary><c>timerprobe report</c>.</summary>
internal sealed class ReportCommand(Terminal terminal)
{
    private readonly Option<string> _from = new("--from") { Description = "The document, as --output json wrote it; - reads standard input.", HelpName = "FILE", Required = true };
    private readonly OutputOptions _output = new(DocumentText.ScanFormats);
    private readonly RemediesOption _remedies = new();

    private readonly AnonymizeOption _anonymize = new("names, addresses and UUIDs");

    public Command Create()
    {
        var command = new ExampleCommand("report", "Render a saved document again, in any format.")
        {
            Examples =
            [
                ("timerprobe report --from scan.json --output html --out report.html", "the report of a saved scan"),
                ("timerprobe report --from scan.json --anonymize --output markdown", "the same without names, for a ticket"),
            ],
        };
        command.Options.Add(_from);
        _output.AddTo(command);
        command.Options.Add(_anonymize.Option);
        _remedies.AddTo(command, _anonymize);
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        using var remedies = _remedies.Open(terminal, parsed);
        var pseudonyms = _anonymize.Read(parsed);
        var writer = new DocumentText(output.Style(terminal), parsed.GetValue<bool>(VerboseOption.Name));
        switch (Read(parsed.GetRequiredValue(_from)))
        {
            case ScanDocument scan:
                if (scan.Anonymized && remedies is not null)
                {
                    throw new CommandException(ExitCode.Usage, "the document has pseudonyms: commands need the real names");
                }

                scan = pseudonyms is null || scan.Anonymized ? scan : Anonymizing.Apply(scan, pseudonyms);
                writer.Write(scan, output.Format, destination);
                remedies?.Write(scan);
                break;
            case CheckDocument check:
                if (remedies is not null)
                {
                    throw new CommandException(ExitCode.Usage, "--remedies is for scan documents; a check document shows its remedies as text");
                }

                writer.Write(pseudonyms is null ? check : Anonymizing.Apply(check, pseudonyms), output.Format, destination);
                break;
            case SqlDocument sql:
                if (remedies is not null)
                {
                    throw new CommandException(ExitCode.Usage, "--remedies is for scan documents; a document about a SQL Server shows its remedies as text");
                }

                writer.Write(pseudonyms is null || sql.Anonymized ? sql : Anonymizing.Apply(sql, pseudonyms), output.Format, destination);
                break;
        }

        return (int)ExitCode.Done;
    }

    private object Read(string file)
    {
        try
        {
            var json = file == "-" ? Encoding.UTF8.GetBytes(terminal.In.ReadToEnd()) : File.ReadAllBytes(file);
            return DocumentJson.SchemaOf(json) switch
            {
                ScanDocument.SchemaName => DocumentJson.ReadScan(json),
                CheckDocument.SchemaName => DocumentJson.ReadCheck(json),
                SqlDocument.SchemaName => DocumentJson.ReadSql(json),
                null => throw new CommandException(ExitCode.Usage, $"'{file}' is no document of timerprobe: it names no schema"),
                var other => throw new CommandException(ExitCode.Usage, $"'{file}' is a {other}, which this version does not know"),
            };
        }
        catch (JsonException broken)
        {
            throw new CommandException(ExitCode.Usage, $"'{file}' is no document of timerprobe: {broken.Message}", broken);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new CommandException(ExitCode.Usage, $"cannot read '{file}': {unreadable.Message}", unreadable);
        }
    }
}
