using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Writes and reads what receivers get: one line of ASCII, so that no name in it commands what it passes through.</summary>
public static class AlertJson
{
    private static readonly AlertJsonContext Context = new(new JsonSerializerOptions(AlertJsonContext.Default.Options)
    {
        Converters = { new UtcJsonConverter() },
    });

    /// <summary>The alert as JSON.</summary>
    public static string Write(AlertPayload alert) => JsonSerializer.Serialize(alert, Context.AlertPayload);

    /// <summary>Reads an alert.</summary>
    /// <exception cref="JsonException">The text is no alert.</exception>
    public static AlertPayload Read(string json) =>
        JsonSerializer.Deserialize(json, Context.AlertPayload) ?? throw new JsonException("The alert is empty.");
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(AlertPayload))]
internal sealed partial class AlertJsonContext : JsonSerializerContext;
