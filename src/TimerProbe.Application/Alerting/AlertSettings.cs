using TimerProbe.Application.Secrets;

namespace TimerProbe.Application.Alerting;

/// <summary>Who is told of changes.</summary>
public sealed record AlertSettings
{
    /// <summary>After how many scans without an answer a vCenter is worth an alert.</summary>
    public int NotAnsweredAfter { get; init; } = 3;

    /// <summary>The receivers of HTTP requests.</summary>
    public IReadOnlyList<WebhookSettings> Webhooks { get; init; } = [];

    /// <summary>Mail; null for none.</summary>
    public MailSettings? Mail { get; init; }

    /// <summary>The system's log on Linux; null for none.</summary>
    public SyslogSettings? Syslog { get; init; }

    /// <summary>The Windows event log; null for none.</summary>
    public EventLogSettings? EventLog { get; init; }

    /// <summary>A program to run; null for none.</summary>
    public CommandSettings? Command { get; init; }
}

/// <summary>A receiver of alerts by HTTP POST.</summary>
/// <param name="Url">Its address; http or https, without a user or password.</param>
/// <param name="Secret">Where the key of the HMAC is kept; null for no signature.</param>
/// <param name="CaFile">The authorities to believe; null for the system's.</param>
public sealed record WebhookSettings(Uri Url, SecretReference? Secret, string? CaFile);

/// <summary>How alerts are mailed.</summary>
public sealed record MailSettings
{
    /// <summary>The SMTP server.</summary>
    public required string Host { get; init; }

    /// <summary>Its port.</summary>
    public required int Port { get; init; }

    /// <summary><c>startTls</c> or <c>none</c>.</summary>
    public required string Security { get; init; }

    /// <summary>The authorities to believe; null for the system's.</summary>
    public string? CaFile { get; init; }

    /// <summary>The sender's address.</summary>
    public required string From { get; init; }

    /// <summary>The receivers' addresses.</summary>
    public required IReadOnlyList<string> To { get; init; }

    /// <summary>Who logs in; null for nobody.</summary>
    public string? User { get; init; }

    /// <summary>Where the password is kept; given where there is a user.</summary>
    public SecretReference? Password { get; init; }
}

/// <summary>How alerts go to syslog.</summary>
/// <param name="Facility">The facility, such as <c>daemon</c> or <c>local0</c>.</param>
public sealed record SyslogSettings(string Facility);

/// <summary>How alerts go to the Windows event log.</summary>
/// <param name="Source">The event source.</param>
public sealed record EventLogSettings(string Source);

/// <summary>A program that is run for each alert; no shell takes part.</summary>
/// <param name="File">The program's path.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="Environment">The environment variables that it gets besides those that any program needs.</param>
public sealed record CommandSettings(string File, IReadOnlyList<string> Arguments, IReadOnlyList<string> Environment);
