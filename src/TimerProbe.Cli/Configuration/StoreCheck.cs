using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Application.Saving;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Configuration;

/// <summary>Opens the store that a configuration names, to read: one that is not there yet is not made.</summary>
internal static class StoreCheck
{
    private const string What = "store";

    public static async Task<IReadOnlyList<CheckLine>> RunAsync(StoreSettings settings, TimeProvider time, CancellationToken cancel)
    {
        var opened = await OpenAsync(settings, time, cancel);
        return NotVerified(settings.Target) is { } sentence
            ? [opened, new CheckLine(CheckOutcome.Doubtful, What, $"not verified: {sentence}")]
            : [opened];
    }

    private static string? NotVerified(string target)
    {
        try
        {
            return StoreTarget.Parse(target).NotVerified;
        }
        catch (StoreException)
        {
            return null;
        }
    }

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
    /// Whether a file could be made there: one is, and removed, in the nearest folder that exists. Of a server nothing is tried.
    /// </summary>
    private static bool CanBeMade(string target)
    {
        if (StoreTarget.Parse(target).File is not { } file)
        {
            return true;
        }

        var folder = Path.GetDirectoryName(file);
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
