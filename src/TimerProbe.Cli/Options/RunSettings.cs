namespace TimerProbe.Cli.Options;

/// <summary>Whether a run is saved and where, what submits it, and who is alerted to what it changed.</summary>
/// <param name="Configuration">The configuration file, empty when none is named.</param>
/// <param name="Store">What names the store; null for this user's own.</param>
/// <param name="Use">What the run has it for; null for nothing.</param>
/// <param name="Submit">The server that it is submitted to; null for none.</param>
/// <param name="Context">The program that runs it.</param>
internal sealed record RunSettings(
    FileConfiguration Configuration, StoreSettings? Store, StoreAccess? Use, SubmitSettings? Submit, UseCaseContext Context)
{
    public bool Saves => Use == StoreAccess.Write;

    /// <summary>Opens the store, so that one that cannot be is known before anything is measured.</summary>
    /// <param name="busyTimeout">How long another that writes is waited for; null for as long as usual.</param>
    public Task<RunStorage> OpenStoreAsync(CancellationToken cancellationToken, TimeSpan? busyTimeout = null) => RunStorage.OpenAsync(
        Store,
        Use,
        busyTimeout,
        RunAlerts.Create(
            Configuration.Alerts,
            Configuration.Muting,
            Configuration.Server?.PublicAddress,
            Configuration.SecretVariables,
            Saves,
            Context),
        Context,
        cancellationToken);

    public RunSubmission? OpenSubmission(CancellationToken cancellationToken) =>
        Submit is null ? null : RunSubmission.Open(Submit, Context, cancellationToken);

    public static async Task SaveAsync(
        RunStorage saved, RunSubmission? submission, RunResult result, Action report, CancellationToken cancellationToken)
    {
        try
        {
            await saved.SaveAsync(result, report, saved: null, cancellationToken);
        }
        finally
        {
            await (submission?.SubmitAsync(result, cancellationToken) ?? Task.CompletedTask);
        }
    }
}
