namespace TimerProbe.Core.Facts;

/// <summary>A figure that is unavailable.</summary>
/// <param name="What">The member's name in the document.</param>
/// <param name="Why">A sentence for a person.</param>
public sealed record Unavailable(string What, [property: Sentence(nameof(Unavailable.WhyDetails), OwnWords = true)] string Why)
{
    /// <summary>The sentence as data; null if it contains no other program's words.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Problem? WhyDetails { get; init; }

    public static Unavailable Of(string what, Problem why) => new(what, why.ToString()) { WhyDetails = why };
}
