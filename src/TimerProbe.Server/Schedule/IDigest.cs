namespace TimerProbe.Server.Schedule;

/// <summary>The report that is mailed on a schedule.</summary>
internal interface IDigest
{
    /// <summary>Makes the report that was due at a time, unless there is one already or nothing to tell.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    Task MakeAsync(DateTimeOffset dueAt, CancellationToken cancel);
}
