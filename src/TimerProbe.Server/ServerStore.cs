using TimerProbe.Application;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Secrets;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Postgres;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server;

/// <summary>The store of a server: a file for one node, a database for several.</summary>
internal static class ServerStore
{
    /// <exception cref="UseCaseException">It is no store, its password cannot be read, or it cannot be opened.</exception>
    public static Task<FleetStore> OpenAsync(StoreSettings? settings, StoreOptions options, CancellationToken cancel) =>
        settings is { IsDatabase: true }
            ? StoreAccessor.GuardAsync(() => DatabaseOf(settings, cancel).OpenAsync(options, cancel))
            : StoreAccessor.OpenAsync(settings, options, cancel);

    /// <summary>What is believed of it without proof, as a sentence without a full stop; null for nothing.</summary>
    public static string? NotVerified(StoreSettings? settings) =>
        settings is { IsDatabase: true } ? PostgresDatabase.Parse(settings.Target).NotVerified : null;

    private static PostgresDatabase DatabaseOf(StoreSettings settings, CancellationToken cancel) => PostgresDatabase.Parse(
        settings.Target, settings.Password is { } reference ? SecretSource.Read(reference, cancel).Password : null);
}
