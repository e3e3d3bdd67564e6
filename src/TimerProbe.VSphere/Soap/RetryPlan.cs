namespace TimerProbe.VSphere.Soap;

/// <summary>The waits between the tries of a read: doubling, and spread so that many programs do not come back at once.</summary>
internal sealed class RetryPlan(VSphereOptions options)
{
    /// <summary>Whether another try is due after this many.</summary>
    public bool Allows(int tries) => tries < options.Attempts;

    /// <summary>Waits after this many tries.</summary>
    public Task WaitAsync(int tries, CancellationToken cancel) =>
        Task.Delay(options.RetryDelay * Math.Pow(2, tries - 1) * (0.5 + Random.Shared.NextDouble()), options.TimeProvider, cancel);
}
