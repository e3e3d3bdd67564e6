using TimerProbe.Application.Secrets;
using TimerProbe.Core.Facts;
using TimerProbe.VSphere;

namespace TimerProbe.Cli.Configuration.Settings;

/// <summary>A vCenter of the configuration file.</summary>
internal sealed record VCenterSettings
{
    /// <summary>Its address.</summary>
    public required VSphereServer Server { get; init; }

    /// <summary>Where it stands in the file, such as <c>timerprobe.json:4:5</c>.</summary>
    public required string Place { get; init; }

    /// <summary>Who logs in; null when the credential names the user, or the command line does.</summary>
    public string? User { get; init; }

    /// <summary>Where the password is kept; null for the places that the command line knows.</summary>
    public SecretReference? Password { get; init; }

    /// <summary>SHA-256 of the one certificate to believe.</summary>
    public string? Thumbprint { get; init; }

    /// <summary>The authorities to believe.</summary>
    public string? CaFile { get; init; }

    /// <summary>Whether any certificate is believed.</summary>
    public bool Insecure { get; init; }

    /// <summary>What is read of it; null for the filters of the whole file.</summary>
    public ScanScope? Filters { get; init; }

    /// <summary>How many requests may be on their way at once, 1 to 8.</summary>
    public int? Concurrency { get; init; }

    /// <summary>Whether the proxy of HTTPS_PROXY is used.</summary>
    public bool? UseProxy { get; init; }

    /// <summary>Which certificate is believed.</summary>
    /// <exception cref="VSphereException">The CA file cannot be read.</exception>
    public ServerTrust Trust(CancellationToken cancel) => Insecure ? ServerTrust.Insecure
        : CaFile is not null ? ServerTrust.IssuedBy(CaFile, cancel)
        : Thumbprint is not null ? ServerTrust.Pinned(Thumbprint)
        : ServerTrust.System;
}
