using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection;

/// <summary>The moment by which all slow readers together have to have answered. It runs from when it is made.</summary>
/// <param name="limit">How far away it is.</param>
/// <param name="cancel">Brings it forward to now.</param>
internal sealed class Deadline(TimeSpan limit, CancellationToken cancel) : IDisposable
{
    /// <summary>What slow reading may take.</summary>
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _source = Start(limit, cancel);

    /// <summary>Cancelled when the deadline is reached.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Whether it is too late to ask anybody anything.</summary>
    public bool IsReached => _source.IsCancellationRequested;

    /// <summary>Why there is no answer once the deadline is reached.</summary>
    public string Why => cancel.IsCancellationRequested ? "cancelled before it was read" : $"no answer within {limit.TotalSeconds:0.#} s";

    /// <summary>
    /// Starts a reader on a thread of its own, and leaves it there when it does not answer in time. The task never fails: what a
    /// reader throws, such as for a library that this system does not have, is the reason of its reading.
    /// </summary>
    public async Task<Reading<T>> Run<T>(Func<Reading<T>> read)
    {
        if (IsReached)
        {
            return Reading.Missing<T>(Why);
        }

        var reading = Task.Factory.StartNew(read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await ((Task)reading).WaitAsync(Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return reading switch
        {
            { IsCompletedSuccessfully: true } => await reading.ConfigureAwait(false),
            { Exception.InnerException: { } failure } => Reading.Missing<T>("it could not be read: " + failure.Message.Split('\n')[0].Trim()),
            _ => Reading.Missing<T>(Why),
        };
    }

    public void Dispose() => _source.Dispose();

    private static CancellationTokenSource Start(TimeSpan limit, CancellationToken cancel)
    {
        var source = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        source.CancelAfter(limit);
        return source;
    }
}
