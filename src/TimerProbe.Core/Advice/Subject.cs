using System.Text.Json.Serialization;

namespace TimerProbe.Core.Advice;

/// <summary>What a finding is about.</summary>
public sealed record Subject(SubjectKind Kind, string Name, string? Id)
{
    /// <summary>The vCenter that gives the id; null where it is of no vCenter.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Server { get; init; }
}
