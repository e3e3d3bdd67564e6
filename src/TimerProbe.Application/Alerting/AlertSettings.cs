namespace TimerProbe.Application.Alerting;

/// <summary>Who is alerted to changes.</summary>
/// <param name="NotAnsweredAfter">After how many scans without an answer a vCenter is worth an alert; 3 by default.</param>
public sealed record AlertSettings([property: Range(1, 1_000)] int NotAnsweredAfter = 3)
{
    /// <summary>Whether there is anybody to alert.</summary>
    [JsonIgnore]
    public bool HasReceivers => this is { Webhooks.Count: > 0 } or { Mail: not null } or { Command: not null };

    /// <summary>The receivers of HTTP requests.</summary>
    public IReadOnlyList<WebhookSettings> Webhooks { get; init => field = value ?? []; } = [];

    /// <summary>How alerts are mailed.</summary>
    public MailSettings? Mail { get; init; }

    /// <summary>A program that is run for each alert.</summary>
    public CommandSettings? Command { get; init; }
}

/// <summary>A receiver of alerts by HTTP POST.</summary>
[AtMostOneOf("secretFile", "secretEnvironment", "windowsCredential")]
public sealed record WebhookSettings
{
    /// <summary>Its address, without a user or password in it.</summary>
    [Text(TextForm.WebAddress)]
    public required Uri Url { get; init; }

    /// <summary>Believe certificates issued by the authorities in this PEM file, and no others.</summary>
    [Text(TextForm.FilePath)]
    public string? CaFile { get; init; }

    /// <summary>The file whose first line is the key of the HMAC that signs each request; only its owner may be able to read it.</summary>
    [Text(TextForm.FilePath)]
    public SecretReference? SecretFile { get; init; }

    /// <summary>The environment variable that holds the key of the HMAC that signs each request.</summary>
    [Text(TextForm.Variable)]
    public SecretReference? SecretEnvironment { get; init; }

    /// <summary>The generic credential of Windows Credential Manager that holds the key of the HMAC that signs each request.</summary>
    [Text(TextForm.Any)]
    public SecretReference? WindowsCredential { get; init; }

    /// <summary>Where the key is kept; null for no signature.</summary>
    [JsonIgnore]
    public SecretReference? Secret => SecretFile ?? SecretEnvironment ?? WindowsCredential;
}

/// <summary>The report that timerprobe-server mails on a schedule; the other commands take no notice of it.</summary>
/// <param name="Detail">report (by default) for the first screen with the whole
/// report attached, or summary for the first screen alone.</param>
/// <param name="WhenUnchanged">Whether it is mailed also when nothing changed since the last one and every vCenter was read.</param>
public sealed record DigestSettings(
    [property: AllowedValues(DigestSettings.WholeReport, "summary")] string Detail = DigestSettings.WholeReport,
    bool WhenUnchanged = false)
{
    public const string WholeReport = "report";

    /// <summary>When it is mailed: an interval such as 24h, or a cron expression of Quartz in UTC, such as 0 0 6 ? * MON-FRI.</summary>
    [Text(TextForm.Schedule)]
    public required string Schedule { get; init; }

    /// <summary>The receivers' addresses; those of alerts by default.</summary>
    [Text(TextForm.Mailbox)]
    public IReadOnlyList<string> To { get; init => field = value ?? []; } = [];
}

/// <summary>A program that is run for each alert; no shell takes part.</summary>
public sealed record CommandSettings
{
    /// <summary>The program's path.</summary>
    [Text(TextForm.FilePath)]
    public required string File { get; init; }

    /// <summary>Its arguments.</summary>
    public IReadOnlyList<string> Arguments { get; init => field = value ?? []; } = [];

    /// <summary>The environment variables of this program that it gets, besides those that any program needs, such as PATH.</summary>
    public IReadOnlyList<string> Environment { get; init => field = value ?? []; } = [];
}
