using System.Text.Json.Serialization;

namespace TimerProbe.Server.Intake;

internal sealed record IntakeAnswer(Guid Id);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(IntakeAnswer))]
internal sealed partial class IntakeJson : JsonSerializerContext;
