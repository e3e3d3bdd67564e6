using System.Net.Mail;
using TimerProbe.Application.Alerting;
using TimerProbe.Application.Secrets;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads who is told of changes.</summary>
internal static class AlertSection
{
    private const int DefaultNotAnsweredAfter = 3;
    private const int DefaultMailPort = 587;

    private static readonly string[] Securities = ["startTls", "none"];

    private static readonly string[] Facilities =
        ["user", "daemon", "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7"];

    public static AlertSettings Read(SectionReader section)
    {
        var alerts = new AlertSettings
        {
            NotAnsweredAfter = section.Count("notAnsweredAfter", 1, 1000) ?? DefaultNotAnsweredAfter,
            Webhooks = [.. section.Sections("webhooks").Select(Webhook).OfType<WebhookSettings>()],
            Mail = section.Section("mail") is { } mail ? Mail(mail) : null,
            Syslog = section.Section("syslog") is { } syslog ? Syslog(syslog) : null,
            EventLog = section.Section("eventLog") is { } eventLog ? EventLog(eventLog) : null,
            Command = section.Section("command") is { } command ? Command(command) : null,
        };
        section.Finish();
        return alerts;
    }

    private static WebhookSettings? Webhook(SectionReader section)
    {
        var text = section.RequiredText("url");
        var secret = SecretSection.Of(section, "secretFile", "secretEnvironment", "windowsCredential");
        var caFile = section.FilePath("caFile");
        section.Finish();
        if (text.Length == 0)
        {
            return null;
        }

        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && (url.Scheme == Uri.UriSchemeHttps || url.Scheme == Uri.UriSchemeHttp) && url.Host.Length > 0 && url.UserInfo.Length == 0)
        {
            return new WebhookSettings(url, secret, caFile);
        }

        section.Complain(section.Member("url")!.Value.Place, "url takes an address that begins with https:// or http://, without a user or password in it");
        return null;
    }

    private static MailSettings Mail(SectionReader section)
    {
        var mail = new MailSettings
        {
            Host = section.RequiredText("host"),
            Port = section.Count("port", 1, 65_535) ?? DefaultMailPort,
            Security = section.Choice("security", Securities) ?? Securities[0],
            CaFile = section.FilePath("caFile"),
            From = Address(section, section.Member("from") is { } from ? from.Value : null) ?? "",
            To = [.. section.Items("to").Select(item => Address(section, item)).OfType<string>()],
            User = section.Text("user"),
            Password = SecretSection.Password(section),
        };
        if (section.Member("from") is null)
        {
            section.Missing("from");
        }

        if (section.Member("to") is null)
        {
            section.Missing("to");
        }
        else if (section.Items("to").Count == 0)
        {
            section.Complain(section.Member("to")!.Value.Place, "to names nobody");
        }

        AssertLogin(section, mail);
        section.Finish();
        return mail;
    }

    private static void AssertLogin(SectionReader section, MailSettings mail)
    {
        if (mail.User is not null && mail.Password is null && section.Member("passwordFile") is null && section.Member("passwordEnvironment") is null && section.Member("windowsCredential") is null)
        {
            section.Complain(section.Member("user")!.Place, "user needs a password: name where it is kept, with passwordFile, passwordEnvironment or windowsCredential");
        }

        if (mail is { User: null, Password: not null and not { Kind: SecretKind.WindowsCredential } })
        {
            section.Complain(section.Place, "a password needs a user");
        }

        if (mail is { Security: "none", CaFile: not null })
        {
            section.Complain(section.Member("caFile")!.Place, "without TLS there is no certificate to believe: take out caFile, or security \"none\"");
        }

        if (mail is { Security: "none", Password: not null })
        {
            section.Complain(section.Place, "a password is not sent without TLS: security takes \"startTls\"");
        }
    }

    private static string? Address(SectionReader section, Json.JsonValue? value)
    {
        if (value is null)
        {
            return null;
        }

        // A line break in an address would be a header of its own.
        if (value.Kind == System.Text.Json.JsonValueKind.String && !value.Text.Any(char.IsControl) && MailAddress.TryCreate(value.Text, out var address))
        {
            return address.Address;
        }

        section.Complain(value.Place, "a mail address is as \"name@example.org\"");
        return null;
    }

    private static SyslogSettings Syslog(SectionReader section)
    {
        var facility = section.Choice("facility", Facilities) ?? "daemon";
        section.Finish();
        return new SyslogSettings(facility);
    }

    private static EventLogSettings EventLog(SectionReader section)
    {
        var source = section.Text("source") ?? "TimerProbe";
        section.Finish();
        return new EventLogSettings(source);
    }

    private static CommandSettings Command(SectionReader section)
    {
        var file = section.RequiredText("file");
        var arguments = section.Texts("arguments");
        var environment = section.Texts("environment");
        section.Finish();
        return new CommandSettings(file.Length == 0 ? file : section.Context.Resolve(file), arguments, environment);
    }
}
