using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Application.Saving;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Configuration;

/// <summary>Opens the store that a configuration names, to read: one that is not there yet is not made.</summary>
internal static class StoreCheck
{
    private const string What = "store";

    public static Task<CheckLine> RunAsync(StoreSettings settings, TimeProvider time, CancellationToken cancel) => settings.IsDatabase
        ? Task.FromResult(new CheckLine(
            CheckOutcome.NotChecked, What, "not opened: a database is timerprobe-server's, which opens it when it starts"))
        : OpenAsync(settings, time, cancel);

    private static async Task<CheckLine> OpenAsync(StoreSettings settings, TimeProvider time, CancellationToken cancel)
    {
        try
        {
            await using var store = await StoreAccessor.OpenAsync(settings, StoreAccess.Read, time, cancel);
            var newest = await StoreAccessor.GuardAsync(() => store.Runs.LatestAsync(RunKinds.Scan, cancel));
            return new CheckLine(CheckOutcome.Good, What, newest is null
                ? $"{store.Target} opens, but has no scans yet"
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"{store.Target} opens; its newest scan is of {newest.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC"));
        }
        catch (UseCaseException missing) when (missing.InnerException is StoreException { Kind: StoreErrorKind.NotFound } && settings.Save)
        {
            return CanBeMade(settings.Target)
                ? new CheckLine(CheckOutcome.Doubtful, What, $"{settings.Target} does not exist yet: the first saved run creates it")
                : new CheckLine(
                    CheckOutcome.Bad,
                    What,
                    $"{settings.Target} does not exist, and {Environment.UserName} cannot create it: its folder is not writable");
        }
        catch (UseCaseException refused)
        {
            return new CheckLine(CheckOutcome.Bad, What, refused.Message);
        }
    }

    /// <summary>
    /// Whether a file could be made there: one is, and removed, in the nearest folder that exists.
    /// </summary>
    private static bool CanBeMade(string target)
    {
        var folder = Path.GetDirectoryName(StoreTarget.Parse(target).File);
        while (folder is not null && !Directory.Exists(folder))
        {
            folder = Path.GetDirectoryName(folder);
        }

        try
        {
            using var probe = new FileStream(
                Path.Combine(folder!, $".timerprobe-{Guid.NewGuid():N}"),
                FileMode.CreateNew,
                FileAccess.Write,
                FileShare.None,
                1,
                FileOptions.DeleteOnClose);
            return true;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
