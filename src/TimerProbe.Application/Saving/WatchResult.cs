using TimerProbe.Fleet;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

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
