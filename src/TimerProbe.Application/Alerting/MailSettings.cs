namespace TimerProbe.Application.Alerting;

/// <summary>How alerts are mailed.</summary>
/// <param name="Port">Its port; 587 by default, with tls 465.</param>
/// <param name="Security">startTls (by default), tls for TLS from the first byte, or none.</param>
public sealed record MailSettings(
    [property: Range(1, 65_535)] int? Port = null,
    [property: AllowedValues(MailSettings.StartTls, MailSettings.Tls, MailSettings.NoTls)] string Security = MailSettings.StartTls)
    : PasswordSettings, ISection
{
    internal const string StartTls = "startTls";
    internal const string Tls = "tls";
    internal const string NoTls = "none";

    /// <summary>The SMTP server: its name, or its address without a port.</summary>
    [Text(TextForm.HostName)]
    public required string Host { get; init; }

    /// <summary>Believe certificates issued by the authorities in this PEM file, and no others.</summary>
    [Text(TextForm.FilePath)]
    public string? CaFile { get; init; }

    /// <summary>The sender's address.</summary>
    [Text(TextForm.Mailbox)]
    public required string From { get; init; }

    /// <summary>The receivers' addresses.</summary>
    [Text(TextForm.Mailbox)]
    [NotEmpty]
    public required IReadOnlyList<string> To { get; init; }

    /// <summary>Who logs in; nobody by default.</summary>
    public string? User { get; init; }

    /// <summary>The report that timerprobe-server mails on a schedule; none by default.</summary>
    public DigestSettings? Digest { get; init; }

    /// <summary>Whether the connection is encrypted.</summary>
    [JsonIgnore]
    public bool IsEncrypted => Security != NoTls;

    IEnumerable<(string Path, string Message)> ISection.Validate()
    {
        if (User is not null && Password is null)
        {
            yield return (
                "user", "user needs a password: name where it is kept, with passwordFile, passwordEnvironment or windowsCredential");
        }

        if (User is null && Password is not null and not { Kind: SecretKind.WindowsCredential })
        {
            yield return ("", "a password needs a user");
        }

        if (!IsEncrypted && CaFile is not null)
        {
            yield return ("caFile", "without TLS there is no certificate to trust: remove caFile, or security \"none\"");
        }

        if (!IsEncrypted && Password is not null)
        {
            yield return ("", "a password is not sent without TLS: security takes \"startTls\" or \"tls\"");
        }
    }
}
