namespace TimerProbe.Server.Schedule;

/// <summary>The scans of this node: how many run, and what became of those that ended.</summary>
internal sealed class RunningScans
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _results = ScanResults.All.ToDictionary(result => result, _ => 0L, StringComparer.Ordinal);
    private int _count;
    private TaskCompletionSource? _none;

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _count;
            }
        }
    }

    /// <summary>How many ended in each way since this node started.</summary>
    public IReadOnlyList<(string Result, long Count)> Results
    {
        get
        {
            lock (_gate)
            {
                return [.. _results.Select(each => (each.Key, each.Value))];
            }
        }
    }

    /// <summary>One begins, and ends when this is disposed.</summary>
    public IDisposable Begin()
    {
        lock (_gate)
        {
            _count++;
        }

        return new Running(this);
    }

    /// <summary>Counts what became of one.</summary>
    /// <param name="result">One of <see cref="ScanResults.All"/>.</param>
    public void Ended(string result)
    {
        lock (_gate)
        {
            _results[result]++;
        }
    }

    /// <summary>Completes as soon as none runs.</summary>
    public Task WhenNoneAsync()
    {
        lock (_gate)
        {
            return _count == 0
                ? Task.CompletedTask
                : (_none ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }

    private void End()
    {
        lock (_gate)
        {
            if (--_count == 0)
            {
                _none?.TrySetResult();
            }
        }
    }

    private sealed class Running(RunningScans scans) : IDisposable
    {
        public void Dispose() => scans.End();
    }
}

/// <summary>What became of a scan, as the store keeps it.</summary>
internal static class ScanResults
{
    public const string Complete = "complete";

    /// <summary>It is kept, and something could not be read, or was taken over by another scan.</summary>
    public const string Partial = "partial";

    /// <summary>Nothing was read, or it could not be kept.</summary>
    public const string Failed = "failed";

    public const string Held = "held";

    /// <summary>It was given up because its node ended: another node begins it anew.</summary>
    public const string GivenUp = "givenUp";

    public static IReadOnlyList<string> All { get; } = [Complete, Partial, Failed, Held, GivenUp];
}
