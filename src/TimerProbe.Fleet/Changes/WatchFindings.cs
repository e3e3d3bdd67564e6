using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Core.Documents;

namespace TimerProbe.Fleet.Changes;

/// <summary>What a watch found at one time.</summary>
/// <param name="Id">Its unique id.</param>
/// <param name="Name">The guest's name.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID; null when it has none.</param>
/// <param name="Measurements">What it measured, in the order of time.</param>
/// <param name="Changes">What changed besides its verdict.</param>
public sealed record WatchFindings(
    Guid Id, string Name, string? SmbiosUuid, IReadOnlyList<GuestMeasurement> Measurements, IReadOnlyList<FleetChange> Changes)
{
    /// <summary>The name and version of this form.</summary>
    public const string SchemaName = "timerprobe.watch-found/1";

    /// <summary>The name and version of this form.</summary>
    [JsonPropertyOrder(-1)]
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>Reads them.</summary>
    /// <exception cref="JsonException">It is something else.</exception>
    public static WatchFindings Read(ReadOnlySpan<byte> json)
    {
        try
        {
            var found = JsonSerializer.Deserialize(json, WatchFindingsJson.Default.WatchFindings)
                ?? throw new JsonException("it holds nothing");
            return found.Schema != SchemaName ? throw new OtherKindException(found.Schema)
                : found.Measurements.Contains(null) || found.Changes.Contains(null) ? throw new JsonException("a list of it holds a null")
                : found;
        }
        catch (JsonException slip) when (slip is not OtherKindException)
        {
            throw DocumentSlip.Worded(slip);
        }
        catch (InvalidOperationException half)
        {
            throw new JsonException("it holds half of a character", half);
        }
    }

    /// <summary>Writes them.</summary>
    public void Write(Stream stream) => JsonSerializer.Serialize(stream, this, WatchFindingsJson.Default.WatchFindings);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(WatchFindings))]
internal sealed partial class WatchFindingsJson : JsonSerializerContext;
