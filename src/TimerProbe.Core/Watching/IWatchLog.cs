namespace TimerProbe.Core.Watching;

/// <summary>Where lines go: a console, a file, a store.</summary>
public interface IWatchLog
{
    /// <summary>
    /// Keeps a line: whole, after all that were kept before, and safe from the end of this process. A log that cannot keep it now
    /// says so once by its own means, and does not stop the watching.
    /// </summary>
    void Append(WatchLine line);
}
