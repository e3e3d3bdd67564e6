namespace TimerProbe.Fuzz;

/// <summary>One kind of hostile input.</summary>
internal interface ICaseKind : IAsyncDisposable
{
    /// <summary>Runs one case, which the random numbers make up.</summary>
    Task RunAsync(FuzzCase fuzz);

    /// <summary>Most have nothing to give back.</summary>
    ValueTask IAsyncDisposable.DisposeAsync() => ValueTask.CompletedTask;
}
