using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Keeping;

/// <summary>What a watch found at one time: it has no document.</summary>
/// <param name="id">What tells it from others.</param>
/// <param name="found">What it found.</param>
internal sealed class WatchResult(Guid id, WatchFindings found) : RunResult(id, KindName)
{
    /// <summary>Its kind.</summary>
    public const string KindName = "watch";

    /// <exception cref="JsonException">It is something else.</exception>
    public static WatchResult Read(ReadOnlySpan<byte> json)
    {
        var found = JsonSerializer.Deserialize(json, WatchFindingsJson.Default.WatchFindings) ?? throw new JsonException("it holds nothing");
        return new WatchResult(found.Id, found);
    }

    internal override async Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancel) => new()
    {
        RunId = 0,
        DocumentId = Id,
        Changes = await store.RecordAsync(found.Name, found.SmbiosUuid, found.Measurements, found.Changes, options, cancel),
    };

    internal override void Write(Stream stream) => JsonSerializer.Serialize(stream, found, WatchFindingsJson.Default.WatchFindings);
}

/// <summary>What a watch found at one time.</summary>
/// <param name="Id">What tells it from others.</param>
/// <param name="Name">The guest's name.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID; null when it has none.</param>
/// <param name="Measurements">What it measured, in the order of time.</param>
/// <param name="Changes">What changed besides its verdict.</param>
internal sealed record WatchFindings(
    Guid Id, string Name, string? SmbiosUuid, IReadOnlyList<GuestMeasurement> Measurements, IReadOnlyList<FleetChange> Changes);

/// <summary>How they are written and read.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(WatchFindings))]
internal sealed partial class WatchFindingsJson : JsonSerializerContext;
