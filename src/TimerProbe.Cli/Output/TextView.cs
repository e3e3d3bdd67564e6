using TimerProbe.Cli.Output.Pages;

namespace TimerProbe.Cli.Output;

/// <summary><c>IsSaved</c> is a document that was read, and not just made.</summary>
internal sealed record TextView(TextStyle Style, Detail Detail, bool IsSaved = false)
{
    public string Again(string command) => IsSaved ? "timerprobe report --from FILE" : $"timerprobe {command}";
}
