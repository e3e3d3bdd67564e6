namespace TimerProbe.Cli.Output;

/// <summary><c>From</c> is what <c>report --from</c> read the document by; null for one that was just made.</summary>
internal sealed record TextView(TextStyle Style, Detail Detail, string? From = null)
{
    private string File => From is { Length: > 0 } file
        && file.All(item => char.IsAsciiLetterOrDigit(item) || "._-/\\:".Contains(item, StringComparison.Ordinal))
        ? file
        : $"\"{PlainText.OneLine(From ?? "")}\"";

    public string Again(string command) => From is null ? $"timerprobe {command}" : $"timerprobe report --from {File}";
}
