namespace TimerProbe.Server.Schedule;

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

    /// <summary>Since this node started.</summary>
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

    /// <summary>The scan ends when this is disposed.</summary>
    public IDisposable Begin()
    {
        lock (_gate)
        {
            _count++;
        }

        return new Running(this);
    }

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

/// <summary>The results of scans, as the store saves them.</summary>
internal static class ScanResults
{
    public const string Complete = "complete";

    /// <summary>It is saved, and something could not be read, or was taken over by another scan.</summary>
    public const string Partial = "partial";

    /// <summary>Nothing was read, or it could not be saved.</summary>
    public const string Failed = "failed";

    public const string Held = "held";

    /// <summary>Its node ended: another node begins it anew.</summary>
    public const string GivenUp = "givenUp";

    public static IReadOnlyList<string> All { get; } = [Complete, Partial, Failed, Held, GivenUp];
}
