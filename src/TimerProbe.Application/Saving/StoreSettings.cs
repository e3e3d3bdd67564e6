using System.Globalization;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using TimerProbe.Application.Configuration.Members;
using TimerProbe.Application.Secrets;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

/// <summary>Where runs are kept; only a database has a password.</summary>
public sealed record StoreSettings : PasswordSettings, ISection
{
    /// <summary>
    /// The path of a file; of timerprobe-server also a connection string of Npgsql, without a password, such as
    /// Host=db.example.org;Database=timerprobe;Username=timerprobe.
    /// </summary>
    [StoreTarget]
    public required string Target { get; init; }

    /// <summary>Whether it is a server's database.</summary>
    [JsonIgnore]
    public bool IsDatabase => StoreTarget.NamesDatabase(Target);

    /// <summary>Whether every run is saved.</summary>
    public bool Save { get; init; }

    /// <summary>
    /// How long runs are kept, such as 400d: each scan that is saved removes what is
    /// older, a little at a time; for ever by default.
    /// </summary>
    [Age]
    public TimeSpan? Retention { get; init; }

    /// <summary>
    /// The store to work with: the one that a command line names, of which a configuration says nothing, else the configuration's own.
    /// </summary>
    /// <param name="named">What <c>--store</c> names; null for nothing.</param>
    /// <param name="configured">What the configuration says; null when it says nothing.</param>
    /// <returns>What names the store; null for this user's own.</returns>
    public static StoreSettings? Of(string? named, StoreSettings? configured) =>
        named is null ? configured : new StoreSettings { Target = named };

    IEnumerable<SettingConflict> ISection.Validate()
    {
        if (Password is not null && !IsDatabase)
        {
            yield return new("", "a store in a file has no password");
        }
    }
}

internal sealed partial class StoreTargetAttribute : FilePathAttribute
{
    public override string Resolve(string text, string folder) => StoreTarget.NamesDatabase(text) ? text : base.Resolve(text, folder);

    protected override string? Wrong(string name, string text) =>
        HasPassword().IsMatch(text)
            ? $"a password does not belong in this file: remove it from {name} and name where it is kept, with passwordFile, passwordEnvironment or windowsCredential"
        : IsAddress().IsMatch(text) ? $"{name} takes a connection string for a database: Host=...;Database=...;Username=..."
        : null;

    /// <summary>password=... of a connection string, or user:password@ of an address.</summary>
    [GeneratedRegex(@"\b(password|pwd|passwd)\s*=|//[^/@\s]*:[^/@\s]*@", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 1000)]
    private static partial Regex HasPassword();

    [GeneratedRegex("^postgres(ql)?:", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 1000)]
    private static partial Regex IsAddress();
}

/// <summary>Removes what is older than it is to be kept, a little after each scan.</summary>
public static class Retention
{
    /// <summary>After this no further step is begun: a scan is not to wait for what the next one can do.</summary>
    private static readonly TimeSpan Most = TimeSpan.FromSeconds(2);

    /// <summary>Removes runs that are older than an age; null keeps all. What the store refuses of it stops no scan.</summary>
    public static async Task ApplyAsync(FleetStore store, TimeSpan? age, UseCaseContext context, CancellationToken cancel)
    {
        if (age is not { } saved)
        {
            return;
        }

        try
        {
            var now = (await store.ReadClockAsync(cancel)).Store;
            var pruned = await store.PruneAsync(now - saved, new PruneOptions { Most = Most }, cancel);
            if (pruned.Runs > 0)
            {
                context.Dialog.Progress(string.Create(
                    CultureInfo.InvariantCulture, $"runs that are older than they are to be kept: {pruned.Runs:N0} removed"));
            }
        }
        catch (StoreException refused)
        {
            context.Dialog.Complain($"runs that are older than they are to be kept were not removed: {refused.Message}");
        }
    }
}
