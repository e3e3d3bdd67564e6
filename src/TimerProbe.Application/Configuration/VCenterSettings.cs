namespace TimerProbe.Application.Configuration;

/// <summary>A vCenter or a single ESXi host.</summary>
[AtMostOneOf("thumbprint", "caFile", "insecure")]
public sealed record VCenterSettings : PasswordSettings
{
    /// <summary>Its address: HOST or HOST:PORT.</summary>
    [Text(TextForm.Server)]
    public required VSphereServer Server { get; init; }

    /// <summary>Who logs in, such as scan@vsphere.local. Without it a Windows credential names the user, or --user.</summary>
    public string? User { get; init; }

    /// <summary>Believe the one certificate of this SHA-256: 64 hexadecimal digits, with or without colons.</summary>
    [Text(TextForm.Thumbprint)]
    public string? Thumbprint { get; init; }

    /// <summary>Believe certificates issued by the authorities in this PEM file.</summary>
    [Text(TextForm.FilePath)]
    public string? CaFile { get; init; }

    /// <summary>Believe any certificate. Anyone in between can read the password.</summary>
    public bool Insecure { get; init; }

    /// <summary>What is read of it, in place of what is read of every vCenter.</summary>
    public ScanScope? Filters { get; init; }

    /// <summary>Requests to it at once; 2 by default.</summary>
    [Range(1, VSphereOptions.MaxConcurrency)]
    public int? Concurrency { get; init; }

    /// <summary>Connect through the proxy in HTTPS_PROXY.</summary>
    public bool UseProxy { get; init; }

    /// <summary>
    /// When timerprobe-server scans it: an interval such as 15m, or a cron expression of Quartz; as the server does all others by default.
    /// </summary>
    [Text(TextForm.Schedule)]
    public string? Schedule { get; init; }

    /// <summary>What of it cannot be read, which is known and accepted for a time.</summary>
    public IReadOnlyList<KnownGapSettings> KnownGaps { get; init => field = value ?? []; } = [];

    /// <summary>The same as a target to log in to.</summary>
    [JsonIgnore]
    public LoginTarget Login => new(Server.ToString(), User, Password);

    /// <summary>How it is talked to.</summary>
    /// <exception cref="VSphereException">The CA file cannot be read.</exception>
    public VSphereOptions Options(CancellationToken cancellationToken) => new()
    {
        Trust = Trust(cancellationToken),
        Concurrency = Concurrency ?? new VSphereOptions().Concurrency,
        UseProxy = UseProxy,
    };

    /// <summary>Which certificate is believed.</summary>
    /// <exception cref="VSphereException">The CA file cannot be read.</exception>
    public ServerTrust Trust(CancellationToken cancellationToken) => Insecure ? ServerTrust.Insecure
        : CaFile is not null ? ServerTrust.IssuedBy(CaFile, cancellationToken)
        : Thumbprint is not null ? ServerTrust.Pinned(Thumbprint)
        : ServerTrust.System;
}

/// <summary>Something of a vCenter that cannot be read, which is known and accepted for a time.</summary>
public sealed record KnownGapSettings
{
    /// <summary>
    /// The name of the virtual machine, host, cluster, datacenter or folder that cannot be read, <c>*</c> and <c>?</c> as wildcards.
    /// </summary>
    public required string Subject { get; init; }

    /// <summary>
    /// The one kind of problem that is accepted; the subject may then be the server as well. Any about the subject by default.
    /// </summary>
    [AllowedValues("objectsIncomplete", "eventsUnread", "revertsUnread", "performanceUnread", "clustersUnread", "foldersUnread", "propertyUnknown", "filterUnmet", "valueRefused", "clockApart")]
    public string? Code { get; init; }

    /// <summary>Why it is accepted; reports show it.</summary>
    public required string Reason { get; init; }

    /// <summary>The last day, in UTC, on which it is accepted, such as 2027-01-31.</summary>
    [Text(TextForm.LastDay)]
    public required DateOnly Expires { get; init; }

    public KnownGap ToKnownGap() => new(Subject, Code, Reason, Expires);
}
