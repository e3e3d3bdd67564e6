using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;

namespace TimerProbe.Application.Alerting;

/// <summary>Who is alerted to changes.</summary>
/// <param name="NotAnsweredAfter">After how many scans without an answer a vCenter is worth an alert; 3 by default.</param>
public sealed record AlertSettings([property: Range(1, 1_000)] int NotAnsweredAfter = 3)
{
    [JsonIgnore]
    public bool HasReceivers => this is { Webhooks.Count: > 0 } or { Mail: not null } or { Command: not null };

    public IReadOnlyList<WebhookSettings> Webhooks { get; init => field = value ?? []; } = [];

    public MailSettings? Mail { get; init; }

    public CommandSettings? Command { get; init; }
}

/// <summary>A receiver of alerts by HTTP POST.</summary>
[AtMostOneOf("secretFile", "secretEnvironment", "windowsCredential")]
public sealed record WebhookSettings
{
    [WebAddress]
    public required Uri Url { get; init; }

    [FilePath]
    public string? CaFile { get; init; }

    [Secret(SecretKind.File)]
    public SecretReference? SecretFile { get; init; }

    [Secret(SecretKind.Environment)]
    public SecretReference? SecretEnvironment { get; init; }

    [Secret(SecretKind.WindowsCredential)]
    public SecretReference? WindowsCredential { get; init; }

    /// <summary>Where the key is kept; null for no signature.</summary>
    [JsonIgnore]
    public SecretReference? Secret => SecretFile ?? SecretEnvironment ?? WindowsCredential;
}

/// <summary>The report that timerprobe-server mails on a schedule; the other commands take no notice of it.</summary>
public sealed record DigestSettings([property: AllowedValues("report", "summary")] string Detail = "report", bool WhenUnchanged = false)
{
    /// <summary>When it is mailed: an interval such as 24h, or a cron expression of Quartz in UTC, such as 0 0 6 ? * MON-FRI.</summary>
    [Schedule]
    public required string Schedule { get; init; }

    /// <summary>The receivers' addresses; those of alerts by default.</summary>
    [Mailbox]
    public IReadOnlyList<string> To { get; init => field = value ?? []; } = [];
}

/// <summary>A program that is run for each alert; no shell takes part.</summary>
public sealed record CommandSettings
{
    [FilePath]
    public required string File { get; init; }

    public IReadOnlyList<string> Arguments { get; init => field = value ?? []; } = [];

    public IReadOnlyList<string> Environment { get; init => field = value ?? []; } = [];
}
