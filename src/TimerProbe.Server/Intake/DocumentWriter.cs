using System.Threading.Channels;

namespace TimerProbe.Server.Intake;

/// <summary>Saves submitted documents: all that came during a transaction are in the next.</summary>
internal sealed class DocumentWriter(ServerContext context, AlertSender alerts) : NodePart(context.Faults, context.Time)
{
    private const string Part = "documents";
    private const int MaxInMemory = 1_000;
    private const int MaxAtOnce = 64;

    private static readonly TimeSpan MaxTransaction = TimeSpan.FromSeconds(15);

    private readonly Channel<(SubmittedDocument Document, TaskCompletionSource<bool> IsNew)> _arrived =
        Channel.CreateBounded<(SubmittedDocument Document, TaskCompletionSource<bool> IsNew)>(
        new BoundedChannelOptions(MaxInMemory) { SingleReader = true });

    /// <summary>Saves a document; it returns when that is committed: whether it is new, or null where too many wait.</summary>
    public async Task<bool?> AddAsync(SubmittedDocument document)
    {
        var isNew = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        return _arrived.Writer.TryWrite((document, isNew)) ? await isNew.Task : null;
    }

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        var batch = new List<(SubmittedDocument Document, TaskCompletionSource<bool> IsNew)> { await _arrived.Reader.ReadAsync(stopping) };
        while (batch.Count < MaxAtOnce && _arrived.Reader.TryRead(out var next))
        {
            batch.Add(next);
        }

        await SaveAsync(batch, stopping);
    }

    private async Task SaveAsync(List<(SubmittedDocument Document, TaskCompletionSource<bool> IsNew)> batch, CancellationToken stopping)
    {
        using var late = new CancellationTokenSource(MaxTransaction, context.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stopping, late.Token);
        var made = 0;
        try
        {
            var options = Counting(alerts.OfConfiguration()?.Options, count => made += count);
            var isNew = await context.Store.SubmitAsync([.. batch.Select(item => item.Document)], options, either.Token);
            foreach (var (i, each) in batch.Index())
            {
                each.IsNew.SetResult(isNew[i]);
            }

            context.Faults.End(Faults.Store, Part);
            if (made > 0)
            {
                context.WakeAlertSender();
            }
        }
#pragma warning disable CA1031 // Whoever waits is told, and those who come next are served.
        catch (Exception ex)
#pragma warning restore CA1031
        {
            await RefuseAsync(batch, ex, stopping);
        }
    }

    private static SaveOptions? Counting(SaveOptions? options, Action<int> made) => options?.Alerts is not { } make ? options : options with
    {
        Alerts = run =>
        {
            var alerts = make(run);
            made(alerts.Count);
            return alerts;
        },
    };

    private async Task RefuseAsync(
        List<(SubmittedDocument Document, TaskCompletionSource<bool> IsNew)> batch, Exception refused, CancellationToken stopping)
    {
        var isAway = refused is OperationCanceledException || (refused is StoreException store && StoreAccessor.IsAway(store));
        if (batch.Count > 1 && !isAway)
        {
            foreach (var item in batch)
            {
                await SaveAsync([item], stopping);
            }

            return;
        }

        if (refused is StoreException { Kind: StoreErrorKind.NotKept })
        {
            context.Log.Say(LogLevel.Warning, Part, refused.Message);
        }
        else if (refused is StoreException)
        {
            context.Faults.Begin(Faults.Store, Part, refused.Message);
        }

        batch.ForEach(item => item.IsNew.TrySetException(refused));
    }
}
