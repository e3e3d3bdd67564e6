using System.Text.Json.Serialization;
using TimerProbe.Application.Configuration.Members;
using TimerProbe.Application.Secrets;

namespace TimerProbe.Application.Saving;

/// <summary>Where runs are kept; only a shared store has a password.</summary>
public sealed record StoreSettings : PasswordSettings, ISection
{
    /// <summary>As --store takes it: the path of a file, or postgres:... without a password.</summary>
    [StoreTarget]
    public required string Target { get; init; }

    /// <summary>Whether it is in PostgreSQL, which scans and servers save to, and machines that measure themselves do not.</summary>
    [JsonIgnore]
    public bool IsShared => StoreTargetAttribute.IsShared(Target);

    /// <summary>Whether every run is saved.</summary>
    public bool Save { get; init; }

    /// <summary>
    /// How long runs are kept, such as 400d: each scan that is saved removes what is
    /// older, a little at a time; for ever when nothing is said.
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

    /// <inheritdoc/>
    IEnumerable<SettingConflict> ISection.Misfits()
    {
        if (Password is not null && !IsShared)
        {
            yield return new("", "a store in a file has no password");
        }
    }
}
