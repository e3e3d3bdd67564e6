namespace TimerProbe.Application.Checking;

/// <summary>What is done with the lines of a watch, and each time that it has measured.</summary>
public sealed class WatchLog(Action<WatchLine> append, Action? sampled = null) : IWatchLog
{
    public void Append(WatchLine line) => append(line);

    public void Sampled() => sampled?.Invoke();
}
