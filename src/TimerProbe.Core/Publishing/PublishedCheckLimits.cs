using System.Buffers;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Publishing;

/// <summary>What stands in a published value: nothing else is written, and nothing else is believed.</summary>
internal static class PublishedCheckLimits
{
    public const int Version = 1;
    public const int LongestWord = 64;
    public const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'";

    // A read of a clock that takes a second is none.
    private const double LongestNanoseconds = 1e9;
    private const double ShortestNanoseconds = 1e-3;

    private static readonly SearchValues<char> WordCharacters = SearchValues.Create(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.+-_");

    public static bool IsWord(string text) => text.Length is > 0 and <= LongestWord && !text.AsSpan().ContainsAnyExcept(WordCharacters);

    /// <summary>What of a text can be written; null when that is nothing.</summary>
    public static string? Word(string? text) =>
        new string([.. (text ?? "").Where(letter => WordCharacters.Contains(letter)).Take(LongestWord)]) is { Length: > 0 } word
            ? word
            : null;

    public static Duration? Cost(Duration? reported) =>
        reported is { Nanoseconds: >= ShortestNanoseconds and <= LongestNanoseconds } ? reported : null;
}
