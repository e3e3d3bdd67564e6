using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;

namespace TimerProbe.Cli.Output.Watch;

/// <summary>A person's terminal: lines as they happen, and below them how things stand, drawn again at each sample.</summary>
internal sealed class LiveLog(Terminal terminal, IWatchLog lines, bool noColor) : IWatchLog, IDisposable
{
    private readonly LiveBlock _block = terminal.OpenBlock();
    private readonly Queue<Duration> _costs = new();
    private string? _lastEvent;

    /// <inheritdoc/>
    public void Append(WatchLine line)
    {
        _lastEvent = line is WatchStarted or WatchLevelFound or WatchSampled or WatchSummary or WatchEnded ? _lastEvent : WatchText.Words(line);
        if (line is WatchEnded)
        {
            // The last state stays in sight, the end below it.
            _block.Leave();
        }

        _block.Above(() => lines.Append(line));
    }

    /// <summary>Shows how things stand.</summary>
    public void Show(WatchSnapshot now)
    {
        if (now.Last is { } sample)
        {
            _costs.Enqueue(sample.Intervals.PreciseTime.Median);
        }

        while (_costs.Count > WatchBlock.Recent)
        {
            _costs.Dequeue();
        }

        _block.Show(WatchBlock.Write(now, [.. _costs], _lastEvent, terminal.Style(noColor)));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _block.Leave();
        (lines as IDisposable)?.Dispose();
    }
}
