using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

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
/// <param name="Id">What tells it from others.</param>
/// <param name="StartedAt">When it started.</param>
/// <param name="Failures">Its servers, each with what went wrong.</param>
internal sealed record FailedScan(Guid Id, DateTimeOffset StartedAt, IReadOnlyList<ServerFailure> Failures);

/// <summary>Why a server could not be read.</summary>
/// <param name="Server">The server, as it was asked by.</param>
/// <param name="Problem">What went wrong, without secrets.</param>
internal sealed record ServerFailure(string Server, string Problem);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(FailedScan))]
internal sealed partial class FailedScanJson : JsonSerializerContext;
