namespace TimerProbe.Files;

/// <summary>How much is read of what comes from outside; docs/security.md is the reference.</summary>
public static class FileLimits
{
    /// <summary>A document to be rendered again, in bytes: a scan of some tens of thousands of machines.</summary>
    public const int Document = 96 << 20;

    /// <summary>A document among many, in bytes, such as a guest's result.</summary>
    public const int OneOfMany = 16 << 20;

    /// <summary>All documents of a folder together, in bytes.</summary>
    public const long Folder = 256L << 20;

    public const int FolderFiles = 50_000;

    /// <summary>A log of the hypervisor, in bytes; it is not held in memory.</summary>
    public const long Log = 512L << 20;

    /// <summary>All logs of the hypervisor of a folder together, in bytes.</summary>
    public const long Logs = 16L << 30;

    public const int SpoolFiles = 1_000;

    /// <summary>All runs together that wait for one store, in bytes.</summary>
    public const long Spool = 256L << 20;

    /// <summary>A configuration, in bytes.</summary>
    public const int Configuration = 1 << 20;

    /// <summary>The certificates that a user trusts, in bytes: some thousands of servers.</summary>
    public const int TrustedServers = 1 << 20;

    /// <summary>A file whose first line is a password, in bytes; of standard input, that line.</summary>
    public const int Password = 4096;

    /// <summary>The text that names the holder of a lock, in bytes.</summary>
    public const int Holder = 64 << 10;

    /// <summary>A PEM file of authorities, in bytes: a system's own has a quarter of a megabyte.</summary>
    public const int Authorities = 4 << 20;

    public static readonly TimeSpan Answer = TimeSpan.FromSeconds(30);

    public static readonly TimeSpan RetryFor = TimeSpan.FromSeconds(1);
}
