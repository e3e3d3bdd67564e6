namespace TimerProbe.Application.Saving;

/// <summary>Opens stores, and words what they refuse.</summary>
public static class StoreAccessor
{
    /// <summary>Opens the store that a configuration names, or this user's.</summary>
    /// <exception cref="UseCaseException">It is no store, or cannot be opened.</exception>
    public static Task<FleetStore> OpenAsync(
        StoreSettings? settings, StoreAccess access, TimeProvider time, CancellationToken cancellationToken) =>
        OpenAsync(settings, new StoreOptions { Access = access, Time = time }, cancellationToken);

    /// <summary>Opens the store that a configuration names, or this user's.</summary>
    /// <exception cref="UseCaseException">It is no store, or cannot be opened.</exception>
    public static Task<FleetStore> OpenAsync(StoreSettings? settings, StoreOptions options, CancellationToken cancellationToken) =>
        GuardAsync(() => FleetStore.OpenAsync(GetTarget(settings), options, cancellationToken));

    public static string FormText(FleetStore store) => PlainText.OneLine($"{store.Target} is up to date.");

    /// <summary>Which store the settings name.</summary>
    /// <exception cref="StoreException">None.</exception>
    public static StoreTarget GetTarget(StoreSettings? settings) =>
        settings is null ? StoreTarget.Default : StoreTarget.Parse(settings.Target);

    public static bool IsAway(UseCaseException refused) => refused.InnerException is StoreException store && IsAway(store);

    public static bool IsAway(StoreException refused) =>
        refused.Kind is StoreErrorKind.CannotConnect or StoreErrorKind.Busy or StoreErrorKind.DiskFull;

    public static bool IsFull(UseCaseException refused) => refused.InnerException is StoreException { Kind: StoreErrorKind.DiskFull };

    /// <summary>Works with a store; what it refuses becomes the end of the use case.</summary>
    /// <exception cref="UseCaseException">The store refused.</exception>
    public static async Task<T> GuardAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work();
        }
        catch (StoreException ex)
        {
            throw new UseCaseException(GetExitCode(ex.Kind), ex.Message, ex);
        }
        catch (Exception ex) when (ex is DllNotFoundException or TypeInitializationException { InnerException: DllNotFoundException })
        {
            throw new UseCaseException(
                ExitCode.NotPossible,
                "a store in a file needs SQLite's library, which is published with this program: copy it too (on Linux it takes glibc 2.34 or later; elsewhere install the system's libsqlite3, 3.24 or later)",
                ex);
        }
    }

    private static ExitCode GetExitCode(StoreErrorKind kind) => kind switch
    {
        StoreErrorKind.BadTarget or StoreErrorKind.NotFound or StoreErrorKind.NotKept => ExitCode.Usage,
        StoreErrorKind.CannotConnect or StoreErrorKind.Busy => ExitCode.NoTarget,
        StoreErrorKind.Occupied => ExitCode.Locked,
        _ => ExitCode.NotPossible,
    };
}
