using System.Text.Json.Serialization;

namespace TimerProbe.Server.Intake;

internal sealed record HandedIn(Guid Id);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(HandedIn))]
internal sealed partial class IntakeJson : JsonSerializerContext;
