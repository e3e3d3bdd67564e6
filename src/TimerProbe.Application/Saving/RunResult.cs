using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Core.Documents;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

/// <summary>What a run found, on its way into a store: saved there, or written to a file until the store can be reached.</summary>
/// <param name="id">What tells it from others; the ids of this program are in the order of time.</param>
/// <param name="kind">Which command made it: one of <see cref="RunKinds"/>, or that of a scan that could read nothing.</param>
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
    /// <param name="claims">What it had claimed in the store before it read; null where nothing was.</param>
    public static RunResult From(ScanDocument document, ScanClaims? claims = null) => new DocumentResult(
        document.Id,
        RunKinds.Scan,
        document,
        (store, options, cancel) => store.SaveAsync(document, (options ?? new SaveOptions()) with { Claims = claims }, cancel));

    internal static RunResult From(FailedScan scan, ScanClaims? claims = null) => new FailureResult(scan, claims);

    /// <exception cref="System.Text.Json.JsonException">It is something else.</exception>
    internal static RunResult Read(string kind, ReadOnlySpan<byte> json) => kind switch
    {
        RunKinds.Check => From(DocumentJson.Read<CheckDocument>(json)),
        RunKinds.Sql => From(DocumentJson.Read<SqlDocument>(json)),
        RunKinds.Scan => From(DocumentJson.Read<ScanDocument>(json)),
        FailureResult.KindName => FailureResult.Read(json),
        _ => WatchResult.Read(json),
    };

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

/// <summary>That a scan could read nothing: it has no document.</summary>
/// <param name="scan">The scan.</param>
/// <param name="claims">What it had claimed in the store before it tried; null where nothing was.</param>
internal sealed class FailureResult(FailedScan scan, ScanClaims? claims) : RunResult(scan.Id, KindName)
{
    public const string KindName = "failure";

    /// <exception cref="JsonException">It is something else.</exception>
    public static FailureResult Read(ReadOnlySpan<byte> json) =>
        new(JsonSerializer.Deserialize(json, FailedScanJson.Default.FailedScan) ?? throw new JsonException("it holds nothing"),
            claims: null);

    internal override async Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancel) => new()
    {
        RunId = 0,
        DocumentId = Id,
        Targets = await store.SaveFailureAsync(
            [.. scan.Failures.Select(failure => (failure.Server, failure.Problem))],
            scan.StartedAt,
            (options ?? new SaveOptions()) with { Claims = claims },
            cancel),
    };

    internal override void Write(Stream stream) => JsonSerializer.Serialize(stream, scan, FailedScanJson.Default.FailedScan);
}

/// <summary>A scan that could read nothing.</summary>
internal sealed record FailedScan(Guid Id, DateTimeOffset StartedAt, IReadOnlyList<ServerFailure> Failures);

/// <summary>Why a server could not be read.</summary>
/// <param name="Server">The server, as it was asked by.</param>
/// <param name="Problem">What went wrong, without secrets.</param>
internal sealed record ServerFailure(string Server, string Problem);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(FailedScan))]
internal sealed partial class FailedScanJson : JsonSerializerContext;

/// <summary>What a watch found at one time: it has no document.</summary>
internal sealed class WatchResult(WatchFindings found) : RunResult(found.Id, RunKinds.Watch)
{
    /// <exception cref="System.Text.Json.JsonException">It is something else.</exception>
    public static WatchResult Read(ReadOnlySpan<byte> json) => new(WatchFindings.Read(json));

    internal override async Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancel) => new()
    {
        RunId = 0,
        DocumentId = Id,
        Changes = await store.RecordAsync(found.Name, found.SmbiosUuid, found.Measurements, found.Changes, options, cancel),
    };

    internal override void Write(Stream stream) => found.Write(stream);
}
