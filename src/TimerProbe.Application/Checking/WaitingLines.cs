namespace TimerProbe.Application.Checking;

/// <summary>Lines a place may refuse wait, up to a number, for the next line or a minute; that it refuses is said once.</summary>
/// <param name="time">Counts the minute.</param>
public sealed class WaitingLines(Func<WatchLine, string?> write, Action<string> warn, TimeProvider time) : IWatchLog
{
    private const int MaxWaiting = 1_000;

    private static readonly TimeSpan RetryInterval = TimeSpan.FromMinutes(1);

    private readonly Queue<WatchLine> _waiting = new();
    private long _triedAt;

    public bool IsRefused { get; private set; }

    public void Append(WatchLine line)
    {
        _waiting.Enqueue(line);
        Write();
    }

    public void Sampled()
    {
        if (IsRefused && time.GetElapsedTime(_triedAt) >= RetryInterval)
        {
            Write();
        }
    }

    private void Write()
    {
        _triedAt = time.GetTimestamp();
        while (_waiting.TryPeek(out var line))
        {
            if (write(line) is { } refusal)
            {
                if (!IsRefused)
                {
                    warn(refusal);
                }

                IsRefused = true;
                if (_waiting.Count > MaxWaiting)
                {
                    _waiting.Dequeue();
                }

                return;
            }

            IsRefused = false;
            _waiting.Dequeue();
        }
    }
}
