namespace TimerProbe.Guest.Inspection;

/// <summary>The moment by which all slow readers together have to have answered. It runs from when it is made.</summary>
internal sealed class Deadline : IDisposable
{
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(2);

    private readonly TimeSpan _limit;
    private readonly CancellationToken _cancel;
    private readonly CancellationTokenSource _timer;
    private readonly CancellationTokenSource _source;

    public Deadline(TimeSpan limit, CancellationToken cancellationToken, TimeProvider? time = null)
    {
        _limit = limit;
        _cancel = cancellationToken;
        _timer = new CancellationTokenSource(limit, time ?? TimeProvider.System);
        _source = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _timer.Token);
    }

    public CancellationToken Token => _source.Token;

    public bool IsReached => _source.IsCancellationRequested;

    public string Why => _cancel.IsCancellationRequested ? "cancelled before it was read" : $"no answer within {_limit.TotalSeconds:0.#} s";

    /// <summary>Starts a reader on its own thread, unless the deadline is reached; one that does not answer in time stays there.</summary>
    /// <returns>
    /// Waits for the answer, until the deadline at most. Nothing is thrown: what a reader throws, such as for a library that this system
    /// does not have, is the reason of its reading.
    /// </returns>
    public Func<Reading<T>> Start<T>(Func<Reading<T>> read)
    {
        var work = IsReached
            ? null
            : Task.Factory.StartNew(read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        return () => Wait(work);
    }

    public void Dispose()
    {
        _source.Dispose();
        _timer.Dispose();
    }

    private Reading<T> Wait<T>(Task<Reading<T>>? work)
    {
        try
        {
            work?.Wait(Token);
        }
        catch (Exception ex) when (ex is OperationCanceledException or AggregateException)
        {
            // The task says which.
        }

        return work switch
        {
            { IsCompletedSuccessfully: true } => work.Result,
            { Exception.InnerException: { } failure } => Reading.Missing<T>("it could not be read: " + failure.Message.Split('\n')[0].Trim()),
            _ => Reading.Missing<T>(Why),
        };
    }
}
