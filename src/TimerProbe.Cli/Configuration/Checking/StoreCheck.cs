using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Options;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Configuration.Checking;

/// <summary>Opens the store that a configuration names, to read: one that is not there yet is not made.</summary>
internal static class StoreCheck
{
    private const string What = "store";

    public static async Task<CheckLine> RunAsync(StoreSettings settings, TimeProvider time, CancellationToken cancel)
    {
        try
        {
            await using var store = await StoreOption.OpenAsync(settings, StoreAccess.Read, time, cancel);
            var newest = await StoreOption.GuardAsync(() => store.Runs.LatestAsync(RunKinds.Scan, cancel));
            return new CheckLine(CheckOutcome.Good, What, newest is null
                ? $"{store.Target} opens, and holds no scan yet"
                : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{store.Target} opens; its newest scan is of {newest.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC"));
        }
        catch (CommandException missing) when (missing.InnerException is StoreException { Kind: StoreErrorKind.NotFound } && settings.Save == true)
        {
            return new CheckLine(CheckOutcome.Doubtful, What, $"{settings.Target} is not there yet: the first run that is kept makes it");
        }
        catch (CommandException refused)
        {
            return new CheckLine(CheckOutcome.Bad, What, refused.Message);
        }
    }
}
