using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Scanning;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Cli.Commands;

internal sealed class ScanCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly ScanOptions _options = new(command, terminal);
    private readonly OutputOptions _output = new(command, DocumentForms.Scan.Formats, hasMetricsDetail: true);
    private readonly RemediesOption _remedies = new(command);
    private readonly RunOptions _run = new(command, reads: true, terminal, time);
    private readonly FailOnOption _failOn = new(command);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "scan", "Read vCenters and find the virtual machines that are away from the frequency they were powered on at.", Headings.Fleet)
    {
        Examples =
        [
            ("timerprobe scan vc1.example.org --user scan@vsphere.local", "the summary; asks for the password"),
            ("timerprobe scan vc1.example.org vc2.example.org --user scan@vsphere.local --password-file pw --output html --out report.html", "one report for two vCenters"),
            ("timerprobe scan vc1.example.org --user scan@vsphere.local --cluster 'prod*' --performance", "some clusters, with CPU ready time"),
            ("timerprobe scan vc1.example.org --user scan@vsphere.local --guest-results checks --output json --out scan.json", "combined with measurements from the guests"),
            ("timerprobe scan vc1.example.org --user scan@vsphere.local --save", "save the scan for timerprobe history"),
            ("timerprobe scan vc1.example.org --user scan@vsphere.local --submit https://timerprobe.example.org:8443 --submit-token-file token", "submit the scan to a timerprobe-server"),
            ("timerprobe scan --config timerprobe.json", "everything in a configuration file"),
        ],
    }.Doing(command => new ScanCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var run = _run.Read(parsed, cancel);
        var configuration = run.Configuration;
        using var outputs = _output.Open(terminal, DocumentForms.Scan, parsed, configuration.Outputs);
        using var remedies = _remedies.Open(terminal, parsed);
        var settings = _options.Read(parsed, configuration, cancel);
        if (settings.Pseudonyms is not null && remedies is not null)
        {
            throw new UseCaseException(
                Failure.Usage, $"--remedies needs the real names, and {configuration.File} asks for pseudonyms: \"anonymize\"");
        }

        using var submission = run.OpenSubmission(cancel);
        await using var saved = await run.OpenStoreAsync(cancel);
        await using var scan = await FleetScan.OpenAsync(settings, saved, run.Context, cancel);
        var document = await scan.RunAsync(cancel);
        try
        {
            await scan.SaveAsync(document, Report, cancel);
        }
        finally
        {
            await (submission?.SubmitAsync(RunResult.From(document), cancel) ?? Task.CompletedTask);
        }

        if (_output.FileOf(parsed) is { } file)
        {
            terminal.Say($"{new ScanReport(document).Summary.Brief}: {file}");
        }

        var isPartial = scan.IsPartial(document) || submission is { IsPartial: true };
        return (int)_failOn.Judge(parsed, document.Findings, configuration.FailOn, isPartial);

        void Report()
        {
            outputs.Write(document, saved.Facts);
            remedies?.Write(document);
        }
    }
}
