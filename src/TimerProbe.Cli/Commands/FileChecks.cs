namespace TimerProbe.Cli.Commands;

/// <summary>Looks at what a configuration names on this machine: secrets, certificates, folders, dates.</summary>
internal sealed class FileChecks(FileConfiguration configuration, Terminal terminal, TimeProvider time, CancellationToken cancellationToken)
{
    private IReadOnlyList<WebhookSettings> Webhooks => configuration.Alerts?.Webhooks ?? [];

    private MailSettings? Mail => configuration.Alerts?.Mail;

    private OpenIdSettings? OpenId => configuration.Server?.OpenId;

    public IReadOnlyList<CheckLine> Run() => [.. Checks().OfType<CheckLine>()];

    private IEnumerable<CheckLine?> Checks() =>
    [
        .. configuration.VCenters.Select(vcenter => Secret($"password of {vcenter.Server}", vcenter.Password)),
        Secret("password of the store", configuration.Store?.Password),
        Secret("password of the mail server", Mail?.Password),
        Secret($"token of {configuration.Submit?.Url.Host}", configuration.Submit?.Token),
        .. Webhooks.Select(webhook => Secret($"key of {webhook.Url.Host}", webhook.Secret)),
        Secret($"client secret of {OpenId?.Issuer.Host}", OpenId?.ClientSecret),
        .. configuration.VCenters.Where(vcenter => vcenter.Insecure).Select(vcenter => new CheckLine(
            Severity.Warning,
            vcenter.Server.ToString(),
            "its certificate is not verified (\"insecure\": true): anybody in between can read the password; name its thumbprint or a caFile")),
        .. configuration.VCenters.Select(
            vcenter => Authorities(vcenter.Server.ToString(), vcenter.CaFile, _ => vcenter.Trust(cancellationToken))),
        Authorities(configuration.Submit?.Url.Host, configuration.Submit?.CaFile, ReceiverCertificates.ReadAuthorities),
        .. Webhooks.Select(webhook => Authorities(webhook.Url.Host, webhook.CaFile, ReceiverCertificates.ReadAuthorities)),
        Authorities(Mail?.Host, Mail?.CaFile, ReceiverCertificates.ReadAuthorities),
        Authorities(OpenId?.Issuer.Host, OpenId?.CaFile, ReceiverCertificates.ReadAuthorities),
        configuration.Server is { Certificate: { } shown } server
            ? Look(
                "certificate of the server",
                $"{shown} and its key can be used",
                () => ServerCertificate.Read(shown, server.CertificateKey ?? shown, time))
            : null,
        Folder("guest results", configuration.GuestResults),
        Folder("logs of VMs", configuration.VmLogs),
        .. configuration.Outputs.Where(output => output.File is not null).Select(Output),
        .. configuration.Mutes.Select(mute => Expiry(
            $"mute {mute.Rule}{(mute.Subject is null ? "" : $" of {mute.Subject}")}", mute.Expires, mute.Reason, "mutes nothing")),
        .. configuration.VCenters.SelectMany(vcenter => vcenter.KnownGaps.Select(gap => Expiry(
            $"known gap {gap.Subject} of {vcenter.Server}", gap.Expires, gap.Reason, "is no longer accepted"))),
        .. configuration.Alerts is { } alerts ? Alerts(alerts) : [],
        .. Contradictions(),
    ];

    private static CheckLine Look(string what, string good, Action look)
    {
        try
        {
            look();
            return new CheckLine(Severity.Info, what, good);
        }
        catch (Exception ex) when (ex is UseCaseException
            or VSphereException
            or AlertNotDeliveredException
            or IOException
            or UnauthorizedAccessException)
        {
            return new CheckLine(Severity.Critical, what, ex.Message);
        }
    }

    private CheckLine? Secret(string what, SecretReference? reference)
    {
        if (reference is null)
        {
            return null;
        }

        var good = reference.Kind switch
        {
            SecretKind.File => "its file can be read, and only by those it is for",
            SecretKind.Environment => "its environment variable is set",
            _ => "Credential Manager has it",
        };
        return Look(what, good, () => reference.Read(cancellationToken, variables: terminal.Variables));
    }

    private static CheckLine? Authorities(string? of, string? caFile, Func<string, object> read) =>
        caFile is null ? null : Look($"CA of {of}", $"{caFile} holds certificates", () => read(caFile));

    private static CheckLine? Folder(string what, string? folder) =>
        folder is null
            ? null
            : Look(what, $"{folder} can be read", () => _ = Directory.EnumerateFileSystemEntries(folder).FirstOrDefault());

    private CheckLine Output(ConfiguredOutput output) => Look(
        $"output {output.Format}",
        $"{output.File} can be written",
        () => DocumentOutput.Open(terminal, output).Dispose());

    private CheckLine Expiry(string what, DateOnly expires, string reason, string after)
    {
        var day = expires.ToString("yyyy-MM-dd");
        return expires < DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime)
            ? new CheckLine(Severity.Warning, what, $"expired on {day} and {after}: renew it or remove it")
            : new CheckLine(Severity.Info, what, $"until {day}: {reason}");
    }

    private static IEnumerable<CheckLine> Alerts(AlertSettings alerts)
    {
        if (alerts.Command is { } command)
        {
            yield return File.Exists(command.File)
                ? new CheckLine(Severity.Info, "alert command", $"{command.File} is there")
                : new CheckLine(Severity.Critical, "alert command", $"{command.File} does not exist");
        }

        if (alerts.Mail?.Digest is { } digest)
        {
            var to = digest.To.Count > 0 ? digest.To : alerts.Mail.To;
            yield return new CheckLine(
                Severity.Info,
                "report by mail",
                $"timerprobe-server mails it at \"{digest.Schedule}\" to {string.Join(", ", to)}{(digest.WhenUnchanged ? ", also when nothing changed" : "")}");
        }

        yield return new CheckLine(null, "alerts", "this check sends nothing");
    }

    private IEnumerable<CheckLine> Contradictions()
    {
        if (configuration is { Anonymize: true, Store.Save: true })
        {
            yield return new CheckLine(
                Severity.Critical,
                "anonymize",
                "pseudonyms cannot be saved, but \"save\" in the store saves every run: remove one of the two");
        }

        if (configuration is { Server: null, Store.Save: false })
        {
            yield return new CheckLine(
                Severity.Warning, "store", "it is only read: without \"save\": true, or --save, no run is kept in it");
        }

        if (configuration is { Server: null, Alerts: not null, Store: not { Save: true } })
        {
            yield return new CheckLine(
                Severity.Warning,
                "alerts",
                "they come from saved runs: without \"save\": true in the store, or --save, there are none");
        }

        if (configuration.Alerts is { HasReceivers: false })
        {
            yield return new CheckLine(Severity.Warning, "alerts", "there is no way to send them: add webhooks, mail or command");
        }
    }
}

/// <summary>What came of a look at one thing that a configuration names, such as <c>vc1.example.org</c> or <c>output html</c>.</summary>
/// <param name="Outcome">Info for all is well; null for not looked at.</param>
internal sealed record CheckLine(Severity? Outcome, string What, string Says)
{
    private const int Columns = 80;

    public static string Write(IReadOnlyList<CheckLine> lines, TextStyle style)
    {
        var narrow = style with { Width = Math.Min(style.Width, Columns) };
        return Page.Text(narrow, page =>
        {
            foreach (var line in lines)
            {
                var (word, shown) = line.Outcome switch
                {
                    Severity.Info => ("ok      ", Styles.Of(ClockState.Healthy)),
                    Severity.Warning => ("warning ", Styles.Of(Severity.Warning)),
                    Severity.Critical => ("error   ", Styles.Of(Severity.Critical)),
                    _ => ("        ", Styles.Faint),
                };
                page.Line((word, shown), (PlainText.OneLine(line.What), null));
                page.Paragraph(PlainText.OneLine(line.Says), indent: word.Length, Styles.Faint);
            }
        });
    }
}
