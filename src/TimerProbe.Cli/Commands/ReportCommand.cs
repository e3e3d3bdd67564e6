namespace TimerProbe.Cli.Commands;

internal sealed class ReportCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly DocumentSource _from = new(command, terminal, time);
    private readonly OutputOptions _output = new(command, OutputFormat.All);
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names, addresses and UUIDs");
    private readonly RemediesOption _remedies = new(command);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "report", "Render a saved or stored document again, in any format.", Headings.Fleet)
    {
        Examples =
        [
            ("timerprobe report --from scan.json --output html --out report.html", "the report of a saved scan"),
            ("timerprobe report --from latest --kind scan --out report.html", "the same for the newest scan in the store"),
            ("timerprobe report --from scan.json --anonymize --output markdown", "the same without names, for a ticket"),
        ],
    }.WithHandler(command => new ReportCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        using var remedies = _remedies.Open(terminal, parsed);
        var pseudonyms = _anonymize.Read(parsed);
        var document = (await _from.ReadAsync(parsed, cancellationToken))[0];
        if (remedies is not null)
        {
            RemediesOption.Check(document);
        }

        var forms = DocumentForms.For(document);
        document = pseudonyms is null ? document : forms.Anonymize(document, pseudonyms);
        forms.Write(
            document,
            output.Format,
            new TextView(_output.Style(terminal, parsed, output.File), _output.ReadDetail(parsed), _from.First(parsed)),
            MetricView.Brief,
            destination);
        _remedies.Write(remedies, terminal, parsed, document);
        return (int)ExitCode.Done;
    }
}
