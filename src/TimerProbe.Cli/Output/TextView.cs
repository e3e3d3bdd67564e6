using TimerProbe.Cli.Output.Pages;

namespace TimerProbe.Cli.Output;

/// <summary>How a document is shown as text.</summary>
/// <param name="Style">How it is drawn.</param>
/// <param name="Detail">How much it says.</param>
/// <param name="IsSaved">Whether it was read, and not just made.</param>
internal sealed record TextView(TextStyle Style, Detail Detail, bool IsSaved = false)
{
    /// <summary>What to type to see the same document in another way.</summary>
    public string Again(string command) => IsSaved ? "timerprobe report --from FILE" : $"timerprobe {command}";
}
