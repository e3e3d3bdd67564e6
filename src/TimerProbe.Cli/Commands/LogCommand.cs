namespace TimerProbe.Cli.Commands;

internal sealed class LogCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly Argument<string[]> _paths = command.Positional<string[]>(
        "FILE", "A vmware.log, or a folder: there and in its subfolders every *.log with vmware in its name.", ArgumentArity.OneOrMore);
    private readonly DeclaredOption<PartsPerMillion?> _tolerance = command.Tolerance();
    private readonly OutputOptions _output = new(command, [OutputFormat.Text, OutputFormat.Json], hasDetail: false);
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names, files and UUIDs");
    private readonly FailOnOption _failOn = new(command);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "log", "Read vmware.log files: the TSC rates of a virtual machine and its host, and whether the host scales the TSC.", Headings.Fleet)
    {
        Examples =
        [
            ("timerprobe log vmware.log", "was this VM away, and do its clock reads trap?"),
            ("timerprobe log logs --output json --out logs.json", "every log in a folder"),
        ],
    }.WithHandler(command => new LogCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var paths = parsed.GetRequiredValue(_paths);
        var output = _output.Read(parsed);
        var pseudonyms = _anonymize.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        var document = await new LogReading(ThisProgram.Context(terminal, time)).RunAsync(
            paths, new FrequencyRules(parsed.GetValue(_tolerance) ?? FrequencyRules.DefaultTolerance), cancellationToken);
        document = pseudonyms?.Apply(document) ?? document;
        if (output.Format == OutputFormat.Json)
        {
            destination.WriteJson(document);
        }
        else
        {
            destination.Write((TextWriter writer) => LogText.Write(document, _output.Style(terminal, parsed, output.File), writer));
        }

        var slow = document.Logs.Where(log => log is { ClockReadsTrap: true } or { Placement: not Placement.Unknown, ClockReadsTrap: null })
            .Select(log => log.IsTrapRecorded ? Severity.Critical : Severity.Warning);
        return (int)_failOn.Judge(parsed, slow, configured: null, isPartial: document.Problems.Count > 0);
    }
}
