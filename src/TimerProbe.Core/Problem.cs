namespace TimerProbe.Core;

/// <summary>Something that went wrong, as data: documents have its sentence and beside it this form.</summary>
public sealed record Problem
{
    private const int MaxNames = 5;

    /// <summary>What went wrong, such as <c>loginRefused</c>; for programs.</summary>
    public required string Code { get; init; }

    /// <summary>What it is about; null when it is about nothing that has a name.</summary>
    public ProblemSubject? Subject { get; init; }

    /// <summary>All that it is about, as far as known; empty when not all of that is. Documents show some in the sentence.</summary>
    [JsonIgnore]
    public IReadOnlyList<ProblemSubject> Subjects { get => field ?? (Subject is { } subject ? [subject] : []); init; }

    /// <summary>The sentence, which may name anything; null in an anonymized document.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Text { get; init; }

    public static Problem Create(Enum code, string text, ProblemSubject? subject = null) =>
        new() { Code = code.ToDocumentName(), Text = text, Subject = subject };

    /// <summary>The first of several names, for a sentence, and how many more of the total there are.</summary>
    public static string Names(IEnumerable<string> names, int total)
    {
        string[] shown = [.. names.Take(MaxNames)];
        return string.Join(", ", shown) + (total > shown.Length ? $" and {total - shown.Length} more" : "");
    }

    /// <summary>The sentence; of an anonymized document the code.</summary>
    public override string ToString() => Text ?? Code;
}
