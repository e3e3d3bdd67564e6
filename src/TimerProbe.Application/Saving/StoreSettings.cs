namespace TimerProbe.Application.Saving;

/// <summary>Where runs are saved; only a database has a password.</summary>
public sealed record StoreSettings : PasswordSettings, ISection
{
    /// <summary>
    /// The path of a file; of timerprobe-server also a connection string of Npgsql, without a password, such as
    /// Host=db.example.org;Database=timerprobe;Username=timerprobe.
    /// </summary>
    [Text(TextForm.StoreTarget)]
    public required string Target { get; init; }

    /// <summary>Whether it is a server's database.</summary>
    [JsonIgnore]
    public bool IsDatabase => StoreTarget.NamesDatabase(Target);

    /// <summary>Whether every run is saved.</summary>
    public bool Save { get; init; }

    /// <summary>
    /// How long runs are kept, such as 400d: each scan that is saved removes what is older, a little at a time; for ever by default.
    /// </summary>
    [Text(TextForm.Age)]
    public TimeSpan? Retention { get; init; }

    /// <summary>
    /// The store to work with: the one that a command line names, of which a configuration says nothing, else the configuration's own.
    /// </summary>
    /// <param name="named">What <c>--store</c> names; null for nothing.</param>
    /// <param name="configured">What the configuration says; null when it says nothing.</param>
    /// <returns>What names the store; null for this user's own.</returns>
    public static StoreSettings? Of(string? named, StoreSettings? configured) =>
        named is null ? configured : new StoreSettings { Target = named };

    IEnumerable<(string Path, string Message)> ISection.Validate()
    {
        if (Password is not null && !IsDatabase)
        {
            yield return ("", "a store in a file has no password");
        }
    }
}
