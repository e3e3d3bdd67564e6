using System.Threading.Channels;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server.Intake;

/// <summary>Puts documents into the inbox: all that came during a commit are in the next.</summary>
internal sealed class InboxWriter(FleetStore store, ArrivalSignal arrivals, TimeProvider time) : BackgroundService
{
    /// <summary>How many documents may wait in the store: those of a large fleet for some hours.</summary>
    public const int MostInStore = 50_000;

    private const int MostInMemory = 1_000;
    private const int MostOfACommit = 64;

    private static readonly TimeSpan CountedFor = TimeSpan.FromSeconds(2);

    /// <summary>Longer than a client waits: those who come next are not to wait for a connection that is dead.</summary>
    private static readonly TimeSpan LongestCommit = TimeSpan.FromSeconds(15);

    private readonly Channel<QueuedDocument> _deliveries = Channel.CreateBounded<QueuedDocument>(
        new BoundedChannelOptions(MostInMemory) { SingleReader = true });
    private (long Count, long At)? _counted;

    /// <summary>Adds a document; it returns when that is committed.</summary>
    /// <exception cref="StoreException">The store refuses.</exception>
    public Task<Receipt> AddAsync(InboxDocument document, string submittedBy)
    {
        var delivery = new QueuedDocument(document, submittedBy);
        return _deliveries.Writer.TryWrite(delivery) ? delivery.Receipt.Task : Task.FromResult(Receipt.Busy);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await foreach (var first in _deliveries.Reader.ReadAllAsync(stoppingToken))
        {
            var batch = new List<QueuedDocument> { first };
            while (batch.Count < MostOfACommit && _deliveries.Reader.TryRead(out var next))
            {
                batch.Add(next);
            }

            await WriteAsync(batch, stoppingToken);
        }
    }

    private async Task WriteAsync(List<QueuedDocument> batch, CancellationToken stopping)
    {
        using var late = new CancellationTokenSource(LongestCommit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stopping, late.Token);
        try
        {
            if (await IsFullAsync(either.Token))
            {
                batch.ForEach(each => each.Receipt.SetResult(Receipt.Full));
                return;
            }

            var isNew = await store.Inbox.AddAsync([.. batch.Select(each => (each.Document, each.SubmittedBy))], either.Token);
            foreach (var (i, each) in batch.Index())
            {
                each.Receipt.SetResult(isNew[i] ? Receipt.New : Receipt.Known);
            }

            arrivals.Tell();
        }
#pragma warning disable CA1031 // Whoever waits is told, and those who come next are served.
        catch (Exception refused)
#pragma warning restore CA1031
        {
            batch.ForEach(each => each.Receipt.TrySetException(refused));
        }
    }

    private async Task<bool> IsFullAsync(CancellationToken cancel)
    {
        if (_counted is not { } counted || time.GetElapsedTime(counted.At) > CountedFor)
        {
            counted = (await store.Inbox.CountAsync(cancel), time.GetTimestamp());
            _counted = counted;
        }

        return counted.Count >= MostInStore;
    }

    private sealed record QueuedDocument(InboxDocument Document, string SubmittedBy)
    {
        public TaskCompletionSource<Receipt> Receipt { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}

internal enum Receipt
{
    /// <summary>It waits in the inbox, and did not before.</summary>
    New,

    /// <summary>It waits there already, or was taken in before.</summary>
    Known,

    Busy,

    Full,
}
