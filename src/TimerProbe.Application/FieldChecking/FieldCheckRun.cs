using System.Text.Json;
using TimerProbe.Application.Anonymizing;
using TimerProbe.Application.Checking;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Scanning;
using TimerProbe.Application.Services;
using TimerProbe.Application.Watching;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.FieldChecks;
using TimerProbe.Core.Watching;
using TimerProbe.Files;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Measuring;
using TimerProbe.Guest.References;

namespace TimerProbe.Application.FieldChecking;

/// <summary>What <c>field-check</c> was asked to do.</summary>
public sealed record FieldCheckSettings
{
    /// <summary>How long the watch lasts, and each comparison of the clock's rate.</summary>
    public required TimeSpan Each { get; init; }

    /// <summary>The NTP server that the clock's rate is compared with; null for none.</summary>
    public NtpAddress? Reference { get; init; }

    /// <summary>The vCenter to look at this machine in; null for none.</summary>
    public ScanSettings? Scan { get; init; }

    /// <summary>ESXi's version and build as the user wrote it; null for what vCenter says.</summary>
    public string? Esxi { get; init; }

    /// <summary>The user's word for all files of one site; null for none.</summary>
    public string? Site { get; init; }

    /// <summary>Pseudonyms for the document.</summary>
    public required Pseudonyms Pseudonyms { get; init; }
}

/// <summary>Gathers what a real host shows, in some minutes and without an administrator's rights, as one document without names.</summary>
public sealed class FieldCheckRun(FieldCheckSettings settings, UseCaseContext context)
{
    private static readonly TimeSpan BetweenSamples = TimeSpan.FromSeconds(1);

    /// <summary>Gathers all of it. What cannot be had besides the check is complained of, and left out.</summary>
    /// <exception cref="UseCaseException">The clocks cannot be measured.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<FieldCheckDocument> RunAsync(CancellationToken cancel)
    {
        var startedAt = context.Time.GetUtcNow();
        FieldVCenter? saved = null;
        var scan = await ScanAsync(settings.Scan is { } wanted ? wanted with { FieldDetails = details => saved = details } : null, cancel);
        context.Dialog.Progress(
            FormattableString.Invariant($"measuring, and comparing the clock's rate for {settings.Each.TotalSeconds:0} s"));
        TimeSpan? drift = settings.Each >= DriftProbe.Shortest ? settings.Each : null;
        var check = await CheckAsync(useStub: true, perProcessor: true, drift, reference: null, processors: null, cancel);
        var withoutStub = await CheckAsync(useStub: false, perProcessor: false, drift: null, reference: null, processors: null, cancel);
        var oneGroup = await OneGroupAsync(cancel);
        var againstNtp = settings.Reference is { } reference
            ? await CheckAsync(useStub: true, perProcessor: false, drift, reference, processors: null, cancel)
            : null;
        context.Dialog.Progress(FormattableString.Invariant($"watching for {settings.Each.TotalSeconds:0} s"));
        var watch = await WatchAsync(cancel);
        cancel.ThrowIfCancellationRequested();
        var evidence = new FieldEvidence
        {
            Check = check,
            AgainstNtp = againstNtp,
            Service = Service(cancel),
            Scan = scan,
            VCenter = saved,
            ScanAfter = scan is null ? null : await ScanAsync(settings.Scan! with { Statistics = false }, cancel),
        };
        return new FieldCheckDocument
        {
            Tool = context.Tool,
            StartedAt = startedAt,
            Site = settings.Site,
            Row = evidence.Row(settings.Esxi),
            Answers = [.. FieldCatalogue.All.Select(item => item.Answer(evidence))],
            Check = Anonymous(check),
            WithoutStub = Anonymous(withoutStub),
            OneGroup = oneGroup is null ? null : Anonymous(oneGroup),
            AgainstNtp = againstNtp is null ? null : Anonymous(againstNtp),
            Watch = watch,
            Service = evidence.Service,
            Scan = scan is null ? null : Anonymous(scan, evidence),
            VCenter = evidence.Machine is null ? null : saved,
        };
    }

    /// <summary>Findings follow from the rest, and repeat it.</summary>
    private CheckDocument Anonymous(CheckDocument document) =>
        AnonymousDocuments.Anonymize(document, settings.Pseudonyms) with { Findings = [] };

    /// <summary>This machine and its host, and no other.</summary>
    private ScanDocument Anonymous(ScanDocument scan, FieldEvidence evidence)
    {
        var own = scan with
        {
            VCenters =
            [
                .. scan.VCenters.Select(vcenter => vcenter with
                {
                    Hosts = [.. vcenter.Hosts.Where(host => host == evidence.Host)],
                    VirtualMachines = [.. vcenter.VirtualMachines.Where(machine => machine == evidence.Machine)],
                    Clusters = [],
                }),
            ],
        };
        return AnonymousDocuments.Anonymize(own, settings.Pseudonyms);
    }

    private Task<CheckDocument> CheckAsync(
        bool useStub, bool perProcessor, TimeSpan? drift, NtpAddress? reference, ProcessorList? processors, CancellationToken cancel)
    {
        var asked = new CheckSettings
        {
            Budget = MeasuringPlan.DefaultBudget,
            RoundLength = TimeSpan.FromSeconds(1),
            UseStub = useStub,
            PerProcessor = perProcessor,
            Drift = drift,
            Reference = reference,
            Processors = processors,
        };
        return new GuestCheck(asked, context).RunAsync(cancel);
    }

    private async Task<CheckDocument?> OneGroupAsync(CancellationToken cancel)
    {
        var groups = ProcessorTopology.Allowed().GroupBy(processor => processor.Group).ToList();
        return groups.Count < 2
            ? null
            : await CheckAsync(useStub: true, perProcessor: true, drift: null, reference: null, new ProcessorList([.. groups[0]]), cancel);
    }

    private async Task<FieldWatch?> WatchAsync(CancellationToken cancel)
    {
        var seen = new SeenLines();
        await using var saved = await RunStorage.OpenAsync(settings: null, StoreUse.None, lockTimeout: null, alerts: null, context, cancel);
        var watch = new WatchSettings
        {
            Every = BetweenSamples,
            SummaryEvery = TimeSpan.FromHours(1),
            For = settings.Each,
            Pseudonyms = settings.Pseudonyms
        };
        await new MachineWatch(watch, saved, submission: null, context).RunAsync(seen, _ => { }, cancel);
        return seen.Of(settings.Each);
    }

    /// <summary>What an ordinary user may ask of it; a command line may hold names, and is left out.</summary>
    private FieldService? Service(CancellationToken cancel)
    {
        try
        {
            var reported = WatchServices.Here(context.Dialog)
                .Status(cancel)
                .ToDictionary(fact => fact.What, fact => fact.Value, StringComparer.Ordinal);
            var account = reported.GetValueOrDefault("account");
            return new FieldService(
                reported.GetValueOrDefault("state", "not known"),
                reported.GetValueOrDefault("starts"),
                account is null ? null : account.StartsWith(@"NT SERVICE\", StringComparison.OrdinalIgnoreCase),
                reported.GetValueOrDefault("exit code"));
        }
        catch (UseCaseException)
        {
            return null;
        }
    }

    private async Task<ScanDocument?> ScanAsync(ScanSettings? wanted, CancellationToken cancel)
    {
        if (wanted is null)
        {
            return null;
        }

        try
        {
            await using var saved = await RunStorage.OpenAsync(
                settings: null, StoreUse.None, lockTimeout: null, alerts: null, context, cancel);
            await using var scan = await FleetScan.OpenAsync(wanted, saved, context, cancel);
            return await scan.RunAsync(cancel);
        }
        catch (UseCaseException failed)
        {
            context.Dialog.Complain($"the vCenter is left out: {failed.Message}");
            return null;
        }
    }

    private sealed class SeenLines : IWatchLog
    {
        private readonly List<WatchLine> _lines = [];

        public void Append(WatchLine line) => _lines.Add(line);

        public FieldWatch? Of(TimeSpan over) => _lines.OfType<WatchEnded>().FirstOrDefault() is { } ended
            ? new FieldWatch(
                over.TotalSeconds,
                ended.Samples.Taken,
                ended.Samples.Starved,
                ended.Changes,
                _lines.OfType<WatchHostChanged>().Count(),
                _lines.OfType<WatchClockStepped>().Count(),
                ended.Cost.CpuShare)
            : null;
    }
}

/// <summary>Reads files of field checks, of whoever sent them.</summary>
public sealed class FieldCheckFiles(UseCaseContext context)
{
    /// <summary>Whether a file could not be read.</summary>
    public bool IsPartial { get; private set; }

    /// <summary>
    /// The files, and the *.json of folders; what cannot be read is complained of, and one that was given twice counts once.
    /// </summary>
    /// <exception cref="UseCaseException">None could be read.</exception>
    public IReadOnlyList<FieldCheckDocument> Read(IReadOnlyList<string> paths, CancellationToken cancel)
    {
        var documents = new Dictionary<Guid, FieldCheckDocument>();
        foreach (var path in paths.SelectMany(FilesOf).Take(FileLimits.FolderFiles))
        {
            try
            {
                using var file = ExternalFile.Open(path);
                var document = DocumentJson.ReadFieldCheck(ExternalText.ToUtf8(file.Read(FileLimits.OneOfMany, cancel)).Span);
                documents[document.Check.Id] = document;
            }
            catch (Exception refused) when (refused is FileRefusedException or JsonException)
            {
                IsPartial = true;
                context.Dialog.Complain($"{path} is left out: {refused.Message}");
            }
        }

        return documents.Count > 0 ? [.. documents.Values] : throw new UseCaseException(Failure.NoTarget, "no file could be read");
    }

    private static IEnumerable<string> FilesOf(string path) =>
        Directory.Exists(path) ? Directory.EnumerateFiles(path, "*.json").Order(StringComparer.Ordinal) : [path];
}
