namespace TimerProbe.Application;

/// <summary>Finds the one machine, host, cluster or guest that a name means.</summary>
/// <param name="runs">The documents of scans, for the frequencies a machine ran at; null to leave those out.</param>
public sealed class HistorySearch(StoredHistory history, TimeWindow window, UseCaseContext context, StoredRuns? runs = null)
{
    public static IReadOnlyList<string> Kinds { get; } = ["vm", "host", "cluster", "guest"];

    private const int MaxListed = 10;

    private const int MaxChanges = 2_000;

    /// <summary>The history of all vCenters together, or of one of them.</summary>
    /// <exception cref="UseCaseException">No scan of that vCenter is in the store.</exception>
    public async Task<HistoryDocument> ReadFleetAsync(string? server, CancellationToken cancellationToken) =>
        await history.ReadFleetAsync(server, Frame(), MaxChanges, cancellationToken) is { } document
            ? document with { SlowNow = await CountSlowAsync(server, cancellationToken) }
            : throw new UseCaseException(ExitCode.Usage, $"the store has no scan of '{server}'");

    private async Task<int?> CountSlowAsync(string? server, CancellationToken cancellationToken)
    {
        var slow = 0;
        foreach (var scan in runs is null ? [] : await runs.LatestScansAsync(cancellationToken))
        {
            if (server is not null && !string.Equals(scan.Server, server, StringComparison.OrdinalIgnoreCase))
            {
                continue;
            }

            if (scan.At > window.To || await runs!.ReadDocumentAsync(scan.DocumentId, cancellationToken) is not { } saved)
            {
                return null;
            }

            slow += DocumentJson.Read<ScanDocument>(saved).VCenters.Where(vcenter => vcenter.Server == scan.Server)
                .SelectMany(vcenter => vcenter.VirtualMachines)
                .Count(machine => machine.Placement != Placement.Off && (machine.IsSlowAway || machine.Guest?.State == ClockState.Slow));
        }

        return runs is null ? null : slow;
    }

    public async Task<HistoryDocument> ReadChangesAsync(long after, long last, CancellationToken cancellationToken) =>
        Frame().About(SubjectKind.Vcenter, "all vCenters") with
        {
            Changes = await history.ChangesAsync(after, last, window.From, MaxChanges, cancellationToken),
        };

    /// <summary>The history of what has this name, UUID or managed object id.</summary>
    /// <param name="kind">One of <see cref="Kinds"/>; null to look through all, a guest only where nothing else has the name.</param>
    /// <param name="server">The vCenter; null for any.</param>
    /// <exception cref="UseCaseException">Nothing has the name, or several have.</exception>
    public async Task<HistoryDocument> ReadAsync(string name, string? kind, string? server, CancellationToken cancellationToken)
    {
        var frame = Frame();
        var found = new List<KnownSubject>();
        found.AddRange(kind is null or "vm" ? await history.FindMachinesAsync(name, cancellationToken) : []);
        found.AddRange(kind is null or "host" ? await history.FindHostsAsync(name, cancellationToken) : []);
        found.AddRange(kind is null or "cluster" ? await history.FindClustersAsync(name, cancellationToken) : []);
        found.RemoveAll(known => server is not null && !string.Equals(known.Subject.Server, server, StringComparison.OrdinalIgnoreCase));
        if (kind is "guest" || (kind is null && server is null && found.Count == 0))
        {
            found.AddRange(await history.FindGuestsAsync(name, cancellationToken));
        }

        return found switch
        {
            [{ Subject.Kind: SubjectKind.VirtualMachine } machine] => await history.ReadAsync(machine, frame, cancellationToken) with
            {
                FrequencyStretches = await StretchesOfAsync(machine.Subject, cancellationToken),
            },
            [var one] => await history.ReadAsync(one, frame, cancellationToken),
            [] => throw new UseCaseException(
                ExitCode.Usage, Nothing(name, kind, server, await history.NamesAsync(kind, server, cancellationToken))),
            _ => throw new UseCaseException(ExitCode.Usage, Several(name, found)),
        };
    }

    private HistoryFrame Frame() => new(window, context.Time.GetUtcNow(), context.Tool);

    private async Task<IReadOnlyList<FrequencyStretch>?> StretchesOfAsync(HistorySubject machine, CancellationToken cancellationToken) =>
        runs is not null
        && (await runs.LatestScansAsync(cancellationToken))
            .Where(scan => string.Equals(scan.Server, machine.Server, StringComparison.OrdinalIgnoreCase))
            .Select(scan => (Guid?)scan.DocumentId).FirstOrDefault() is { } latest
        && await runs.ReadDocumentAsync(latest, cancellationToken) is { } saved
            ? DocumentJson.Read<ScanDocument>(saved).VCenters
                .Where(vcenter => string.Equals(vcenter.Server, machine.Server, StringComparison.OrdinalIgnoreCase))
                .SelectMany(vcenter => vcenter.VirtualMachines)
                .FirstOrDefault(item => item.Id == machine.Id)?.Stretches
            : null;

    private static string Nothing(string name, string? kind, string? server, IReadOnlyList<string> known) =>
        $"the store has no {kind ?? "virtual machine, host, cluster or guest"} '{name}'{(server is null ? "" : $" of {server}")}; {NearestName.Hint(name, known)}";

    private static string Several(string name, List<KnownSubject> found)
    {
        var listed = string.Join(", ", found.Take(MaxListed).Select(known => Text(known.Subject)));
        var more = found.Count > MaxListed ? $" and {found.Count - MaxListed} more" : "";
        return $"'{name}' is ambiguous: {listed}{more}; choose one by its id or UUID, --kind or --server";
    }

    private static string Text(HistorySubject subject)
    {
        var kind = subject.Kind == SubjectKind.VirtualMachine ? "vm" : subject.Kind.ToDocumentName();
        var id = subject.Kind == SubjectKind.Guest ? subject.SmbiosUuid : subject.Id;
        return $"{kind} {subject.Name}{(id is null ? "" : $" ({id})")}{(subject.Server is null ? "" : $" of {subject.Server}")}";
    }
}
