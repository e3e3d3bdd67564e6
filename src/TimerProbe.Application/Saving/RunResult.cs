namespace TimerProbe.Application.Saving;

/// <summary>What a run found, on its way into a store or to a server.</summary>
public sealed class RunResult
{
    private readonly Func<FleetStore, SaveOptions?, CancellationToken, Task<SavedRun>> _save;
    private readonly Action<Stream> _write;

    private RunResult(Guid id, string kind, Func<FleetStore, SaveOptions?, CancellationToken, Task<SavedRun>> save, Action<Stream> write) =>
        (Id, Kind, _save, _write) = (id, kind, save, write);

    public Guid Id { get; }

    public string Kind { get; }

    public static RunResult From(CheckDocument document) => new(
        document.Id,
        RunKinds.Check,
        (store, options, cancellationToken) => store.SaveAsync(document, options, cancellationToken),
        stream => DocumentJson.Write(stream, document));

    public static RunResult From(SqlDocument document) => new(
        document.Id,
        RunKinds.Sql,
        (store, options, cancellationToken) => store.SaveAsync(document, options, cancellationToken),
        stream => DocumentJson.Write(stream, document));

    public static RunResult From(ScanDocument document, bool isClaimed = false) => new(
        document.Id,
        RunKinds.Scan,
        (store, options, cancellationToken) =>
            store.SaveAsync(document, (options ?? new SaveOptions()) with { IsClaimed = isClaimed }, cancellationToken),
        stream => DocumentJson.Write(stream, document));

    internal static RunResult From(WatchLine line) => new(
        line.Id,
        RunKinds.Watch,
        (store, options, cancellationToken) => store.SaveAsync(line, options, cancellationToken),
        stream => stream.Write(WatchJson.Write(line)));

    /// <summary>Saves it; what is there already is left as it is.</summary>
    /// <exception cref="StoreException">The store refuses.</exception>
    internal Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancellationToken) =>
        _save(store, options, cancellationToken);

    internal void Write(Stream stream) => _write(stream);
}
