using TimerProbe.Core.Documents;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

/// <summary>What a run found, on its way into a store or to a server.</summary>
/// <param name="id">What tells it from others; the ids of this program are in the order of time.</param>
/// <param name="kind">Which command made it: one of <see cref="RunKinds"/>.</param>
public abstract class RunResult(Guid id, string kind)
{
    /// <summary>What tells it from others.</summary>
    public Guid Id => id;

    /// <summary>Which command made it.</summary>
    public string Kind => kind;

    /// <summary>What a check found.</summary>
    public static RunResult From(CheckDocument document) =>
        new DocumentResult(document.Id, RunKinds.Check, document, (store, options, cancel) => store.SaveAsync(document, options, cancel));

    /// <summary>What a run on a SQL Server found.</summary>
    public static RunResult From(SqlDocument document) =>
        new DocumentResult(document.Id, RunKinds.Sql, document, (store, options, cancel) => store.SaveAsync(document, options, cancel));

    /// <summary>What a scan found.</summary>
    /// <param name="document">The scan.</param>
    /// <param name="isClaimed">Whether it had claimed what it read in the store.</param>
    public static RunResult From(ScanDocument document, bool isClaimed = false) => new DocumentResult(
        document.Id,
        RunKinds.Scan,
        document,
        (store, options, cancel) => store.SaveAsync(document, (options ?? new SaveOptions()) with { IsClaimed = isClaimed }, cancel));

    /// <summary>Saves it; what is there already is left as it is.</summary>
    /// <exception cref="StoreException">The store refuses.</exception>
    internal abstract Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancel);

    /// <summary>Writes it as JSON: a document as it is.</summary>
    internal abstract void Write(Stream stream);

    private sealed class DocumentResult(
        Guid id, string kind, object document, Func<FleetStore, SaveOptions?, CancellationToken, Task<SavedRun>> save) : RunResult(id, kind)
    {
        internal override Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancel) =>
            save(store, options, cancel);

        internal override void Write(Stream stream) => DocumentJson.Write(stream, document);
    }
}

/// <summary>Why a server could not be read.</summary>
/// <param name="Server">The server, as it was asked by.</param>
/// <param name="Problem">What went wrong, without secrets.</param>
internal sealed record ServerFailure(string Server, string Problem);

/// <summary>What a watch found at one time: it has no document.</summary>
internal sealed class WatchResult(WatchFindings found) : RunResult(found.Id, RunKinds.Watch)
{
    internal override async Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancel) => new()
    {
        RunId = 0,
        DocumentId = Id,
        Changes = await store.RecordAsync(found.Name, found.SmbiosUuid, found.Measurements, found.Changes, options, cancel),
    };

    internal override void Write(Stream stream) => found.Write(stream);
}
