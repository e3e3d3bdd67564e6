using System.Text.Json.Serialization;

namespace TimerProbe.Core.Problems;

/// <summary>What a problem is about.</summary>
/// <param name="Kind">What that is.</param>
/// <param name="Name">Its name.</param>
public sealed record ProblemSubject([property: JsonConverter(typeof(ArgumentKindConverter))] ArgumentKind Kind, string Name);
