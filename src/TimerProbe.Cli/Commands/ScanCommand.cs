namespace TimerProbe.Cli.Commands;

internal sealed class ScanCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly ScanTargetOptions _targets = new(command, terminal);
    private readonly DeclaredOption<string[]> _datacenters = command.Texts(
        "--datacenter", "GLOB", "Read only these datacenters; * and ? are wildcards in all filters.");
    private readonly DeclaredOption<string[]> _clusters = command.Texts("--cluster", "GLOB", "Read only these clusters.");
    private readonly DeclaredOption<string[]> _folders = command.Texts(
        "--folder", "GLOB", "Read only these virtual machine folders, by name or path, and everything below them.");
    private readonly DeclaredOption<string[]> _names = command.Texts("--name", "GLOB", "Read only the virtual machines with these names.");
    private readonly DeclaredOption<string?> _guestResults = command.Text(
        "--guest-results", "DIR", "Match the check documents (.json) and lines of the probe (.jsonl) in this folder and its subfolders to their virtual machines.");
    private readonly DeclaredOption<string?> _vmLogs = command.Text(
        "--vm-logs",
        "DIR",
        "Read the vmware.log files in this folder and its subfolders: they have the frequency that a virtual machine was powered on at, and whether its host scales the TSC.");
    private readonly DeclaredOption<bool> _readLogs = command.Flag(
        "--read-logs",
        "Where it is undecided whether hosts scale the TSC, fetch the vmware.log of a virtual machine on them, three for a class at most. Needs the privileges Datastore.Browse and Datastore.FileManagement.");
    private readonly DeclaredOption<bool> _performance = command.Flag(
        "--performance", "Also read CPU ready, co-stop, usage and limits for the last five minutes.");
    private readonly DeclaredOption<PartsPerMillion?> _tolerance = command.Tolerance();

    private readonly AnonymizeOption _anonymize = new(command, terminal, "names, addresses and UUIDs");
    private readonly OutputOptions _output = new(command, DocumentForms.Scan.Formats);
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
    }.WithHandler(command => new ScanCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var run = _run.Read(parsed, cancellationToken);
        var configuration = run.Configuration;
        using var outputs = _output.Open(terminal, DocumentForms.Scan, parsed, configuration.Outputs);
        using var remedies = _remedies.Open(terminal, parsed);
        var settings = Read(parsed, configuration, cancellationToken);
        if (settings.Pseudonyms is not null && remedies is not null)
        {
            throw new UseCaseException(
                ExitCode.Usage, $"--remedies needs the real names, and {configuration.File} asks for pseudonyms: \"anonymize\"");
        }

        using var submission = run.OpenSubmission(cancellationToken);
        await using var saved = await run.OpenStoreAsync(cancellationToken);
        await using var scan = await FleetScan.OpenAsync(settings, saved, run.Context, cancellationToken);
        var document = await scan.RunAsync(cancellationToken);
        try
        {
            await scan.SaveAsync(document, Report, cancellationToken);
        }
        finally
        {
            await (submission?.SubmitAsync(RunResult.From(document), cancellationToken) ?? Task.CompletedTask);
        }

        _output.SayFile(terminal, parsed, new ScanReport(document).Summary.Brief);
        var isPartial = scan.IsPartial(document) || submission is { IsPartial: true };
        return (int)_failOn.Judge(parsed, document.Findings, configuration.FailOn, isPartial);

        void Report()
        {
            outputs.Write(document, saved.Facts);
            _remedies.Write(remedies, terminal, parsed, document);
        }
    }

    /// <summary>What the command line says, and for the rest what the configuration says.</summary>
    private ScanSettings Read(ParseResult parsed, FileConfiguration configuration, CancellationToken cancellationToken)
    {
        var targets = _targets.Read(parsed, configuration, cancellationToken)
            .Select(target => target.VCenter.Filters is not { } own ? target
            : target with { VCenter = target.VCenter with { Filters = Narrowed(parsed, own) } });
        return new ScanSettings
        {
            Targets = [.. targets],
            Configuration = configuration with
            {
                Filters = Narrowed(parsed, configuration.Filters),
                TolerancePpm = parsed.GetValue(_tolerance) ?? configuration.TolerancePpm,
                GuestResults = parsed.GetValue(_guestResults) ?? configuration.GuestResults,
                VmLogs = parsed.GetValue(_vmLogs) ?? configuration.VmLogs,
                ReadLogs = parsed.GetValue(_readLogs) || configuration.ReadLogs,
                Performance = parsed.GetValue(_performance) || configuration.Performance,
            },
            Pseudonyms = _anonymize.Read(parsed, configuration.Anonymize),
        };
    }

    private ScanScope Narrowed(ParseResult parsed, ScanScope configured) => new()
    {
        Datacenters = parsed.GetValue(_datacenters) is { Length: > 0 } datacenters ? datacenters : configured.Datacenters,
        Clusters = parsed.GetValue(_clusters) is { Length: > 0 } clusters ? clusters : configured.Clusters,
        Folders = parsed.GetValue(_folders) is { Length: > 0 } folders ? folders : configured.Folders,
        Names = parsed.GetValue(_names) is { Length: > 0 } names ? names : configured.Names,
    };
}
