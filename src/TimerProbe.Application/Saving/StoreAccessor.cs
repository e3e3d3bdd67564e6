using TimerProbe.Application.Secrets;
using TimerProbe.Core.Names;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;
using static System.FormattableString;

namespace TimerProbe.Application.Saving;

/// <summary>Opens stores, and words what they refuse.</summary>
public static class StoreAccessor
{
    private const string PasswordVariable = "TIMERPROBE_STORE_PASSWORD";

    /// <summary>Opens the store that a configuration names, or this user's.</summary>
    /// <exception cref="UseCaseException">It is no store, or cannot be opened.</exception>
    public static Task<FleetStore> OpenAsync(StoreSettings? settings, StoreAccess access, TimeProvider time, CancellationToken cancel) =>
        OpenAsync(settings, new StoreOptions { Access = access, Time = time }, cancel);

    /// <summary>Opens the store that a configuration names, or this user's; the password is that of the settings.</summary>
    /// <exception cref="UseCaseException">It is no store, or cannot be opened.</exception>
    public static Task<FleetStore> OpenAsync(StoreSettings? settings, StoreOptions options, CancellationToken cancel) => GuardAsync(() =>
    {
        var target = TargetOf(settings);
        var password = settings?.Password is { } reference ? SecretSource.Read(reference, cancel).Password
            : Environment.GetEnvironmentVariable(PasswordVariable) is { Length: > 0 } given ? given
            : null;
        return FleetStore.OpenAsync(target, options with { Password = password }, cancel);
    });

    /// <summary>Opens a store to write, and brings it to the form this program makes.</summary>
    /// <returns>What was done to the store, in a sentence.</returns>
    /// <exception cref="UseCaseException">It is no store, or this account may not change its form.</exception>
    public static async Task<string> MigrateAsync(StoreSettings? settings, TimeProvider time, CancellationToken cancel)
    {
        await using var store = await OpenAsync(settings, new StoreOptions { Time = time }, cancel);
        var (before, now) = store.Form;
        return PlainText.OneLine(
            before == 0 ? Invariant($"Created {store.Target} with form {now}.")
            : before == now ? Invariant($"Nothing to do: {store.Target} has form {now}.")
            : Invariant($"Brought {store.Target} from form {before} to form {now}."));
    }

    /// <summary>Which store the settings name.</summary>
    /// <exception cref="StoreException">None.</exception>
    public static StoreTarget TargetOf(StoreSettings? settings) =>
        settings is null ? StoreTarget.Default : StoreTarget.Parse(settings.Target);

    /// <summary>Whether a store refused only for now: it is away, busy or full.</summary>
    public static bool IsAway(UseCaseException refused) => refused.InnerException is StoreException store && IsAway(store);

    /// <inheritdoc cref="IsAway(UseCaseException)"/>
    public static bool IsAway(StoreException refused) =>
        refused.Kind is StoreErrorKind.CannotConnect or StoreErrorKind.Busy or StoreErrorKind.DiskFull;

    /// <summary>Works with a store; what it refuses becomes the end of the use case.</summary>
    /// <exception cref="UseCaseException">The store refused.</exception>
    public static async Task<T> GuardAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work();
        }
        catch (StoreException refused)
        {
            throw new UseCaseException(FailureOf(refused.Kind), refused.Message, refused);
        }
        catch (Exception missing) when (missing is DllNotFoundException
            or TypeInitializationException { InnerException: DllNotFoundException })
        {
            throw new UseCaseException(
                Failure.NotPossible,
                "a store in a file needs SQLite's library, which is published with this program: copy it too (on Linux it takes glibc 2.34 or later)",
                missing);
        }
    }

    private static Failure FailureOf(StoreErrorKind kind) => kind switch
    {
        StoreErrorKind.BadTarget or StoreErrorKind.NotFound or StoreErrorKind.NotKept => Failure.Usage,
        StoreErrorKind.CannotConnect or StoreErrorKind.Busy => Failure.NoTarget,
        StoreErrorKind.ClaimLost or StoreErrorKind.Occupied => Failure.Locked,
        _ => Failure.NotPossible,
    };
}

/// <summary>
/// The way to a store that may be away: it is opened when it is needed, and one that refused for now is asked again after a while.
/// </summary>
internal sealed class StoreConnection(Func<CancellationToken, Task<FleetStore>> open, TimeProvider time) : IAsyncDisposable
{
    /// <summary>A store that refused is asked again after so long: who measures does not wait for it twice.</summary>
    private static readonly TimeSpan AskAgainAfter = TimeSpan.FromSeconds(30);

    private UseCaseException? _refused;
    private long _refusedAt;

    public FleetStore? Store { get; private set; }

    /// <summary>Opens the store if it is not open; why it is away otherwise.</summary>
    /// <exception cref="UseCaseException">It refuses for good.</exception>
    public async Task<UseCaseException?> TryAsync(CancellationToken cancel)
    {
        if (_refused is not null && time.GetElapsedTime(_refusedAt) < AskAgainAfter)
        {
            return _refused;
        }

        try
        {
            Store ??= await open(cancel);
            return null;
        }
        catch (UseCaseException away) when (StoreAccessor.IsAway(away))
        {
            Refused(away);
            return away;
        }
    }

    public void Refused(UseCaseException away) => (_refused, _refusedAt) = (away, time.GetTimestamp());

    public void Worked() => _refused = null;

    public ValueTask DisposeAsync() => Store?.DisposeAsync() ?? ValueTask.CompletedTask;
}

/// <summary>What a run has a store for.</summary>
public enum StoreUse
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>It is compared with earlier ones.</summary>
    Read,

    /// <summary>It is kept.</summary>
    Save,
}
