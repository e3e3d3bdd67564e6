using System.CommandLine;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Cli.Commands;

/// <summary><c>timerprobe scan</c>.</summary>
internal sealed class ScanCommand(Terminal terminal, TimeProvider time)
{
    private readonly ScanOptions _options = new(terminal);
    private readonly OutputOptions _output = new(DocumentText.ScanFormats);
    private readonly RemediesOption _remedies = new();
    private readonly FailOnOption _failOn = new();

    public Command Create()
    {
        var command = new ExampleCommand("scan", "Read vCenters: which virtual machines are away from the frequency they were powered on at.")
        {
            Examples =
            [
                ("timerprobe scan vc1.example.org --user scan@vsphere.local", "the summary; asks for the password"),
                ("timerprobe scan vc1.example.org vc2.example.org --user scan@vsphere.local --password-file pw --output html --out report.html", "one report of two vCenters"),
                ("timerprobe scan vc1.example.org --user scan@vsphere.local --cluster 'prod*' --performance", "some clusters, with CPU ready time"),
                ("timerprobe scan vc1.example.org --user scan@vsphere.local --guest-results checks --output json --out scan.json", "joined with what guests measured"),
            ],
        };
        _options.AddTo(command);
        _output.AddTo(command);
        _remedies.AddTo(command, _options.Anonymize);
        _failOn.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        using var remedies = _remedies.Open(terminal, parsed);
        var document = await new FleetScan(_options.Read(parsed, cancel), time, terminal).RunAsync(cancel);
        new DocumentText(output.Style(terminal), parsed.GetValue<bool>(VerboseOption.Name)).Write(document, output.Format, destination);
        remedies?.Write(document);
        return (int)Judge(parsed, document);
    }

    private ExitCode Judge(ParseResult parsed, ScanDocument document) => _failOn.Judge(parsed, document.Findings) switch
    {
        ExitCode.Done when document.VCenters.Any(vcenter => vcenter.Status != ReadStatus.Complete) => ExitCode.Partial,
        var code => code,
    };
}
