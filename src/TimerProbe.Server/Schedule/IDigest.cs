namespace TimerProbe.Server.Schedule;

internal interface IDigest
{
    /// <summary>Makes the report that was due at a time, unless there is one already or nothing to tell.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    Task MakeAsync(DateTimeOffset dueAt, CancellationToken cancel);
}
