using System.Text.Json.Serialization;

namespace TimerProbe.Server.Intake;

/// <summary>The answer to a document that was handed in.</summary>
/// <param name="Id">The document's id.</param>
internal sealed record IntakeAnswer(Guid Id);

/// <summary>How it is written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(IntakeAnswer))]
internal sealed partial class IntakeJson : JsonSerializerContext;
