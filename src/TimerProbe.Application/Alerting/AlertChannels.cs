using System.Net.Mail;
using MailKit.Security;

namespace TimerProbe.Application.Alerting;

/// <summary>The ways for alerts to leave that a configuration names. Secrets are taken when an alert is sent, not before.</summary>
public static class AlertChannels
{
    internal static IReadOnlyList<IAlertChannel> Create(AlertSettings settings, IReadOnlyList<string> secretVariables, TimeProvider time) =>
    [
        .. settings.Webhooks.Select(webhook =>
            new WebhookChannel(webhook.Url, webhook.Secret is { } secret ? () => Read(secret).Password : null, time, webhook.CaFile)),
        .. settings.Mail is { } mail ? [new MailChannel(GetRoute(mail, mail.To))] : Array.Empty<IAlertChannel>(),
        .. settings.Command is { } command
            ? [new CommandChannel(command.File, command.Arguments, command.Environment, secretVariables)]
            : Array.Empty<IAlertChannel>(),
    ];

    internal static void Close(IEnumerable<IAlertChannel> channels)
    {
        foreach (var channel in channels.OfType<IDisposable>())
        {
            channel.Dispose();
        }
    }

    public static MailRoute GetRoute(MailSettings mail, IReadOnlyList<string> to) => new()
    {
        Host = mail.Host,
        Port = mail.Port ?? (mail.Security == MailSettings.Tls ? 465 : 587),
        Security = mail.Security switch
        {
            MailSettings.StartTls => SecureSocketOptions.StartTls,
            MailSettings.Tls => SecureSocketOptions.SslOnConnect,
            _ => SecureSocketOptions.None,
        },
        CaFile = mail.CaFile,
        From = Bare(mail.From),
        To = [.. to.Select(Bare)],
        Login = mail.Password is { } password ? () => Login(mail.User, password) : null,
    };

    private static string Bare(string mailbox) => new MailAddress(mailbox).Address;

    private static NetworkCredential Login(string? user, SecretReference password)
    {
        var login = Read(password);
        return new NetworkCredential(user ?? login.UserName, login.Password);
    }

    /// <summary>
    /// Tries whether alerts arrive: one of each kind on each channel, marked as a test, one channel after the other; one that fails
    /// gets no more. No store takes part.
    /// </summary>
    /// <returns>
    /// How many each channel took, why it did not take the next, and a warning despite the delivery; empty where none is configured.
    /// </returns>
    public static async Task<IReadOnlyList<(string Name, int Taken, string? Failure, string? Remark)>> TestAsync(
        AlertSettings settings, IReadOnlyList<string> secretVariables, TimeProvider time, CancellationToken cancellationToken)
    {
        var channels = Create(settings, secretVariables, time);
        try
        {
            var ways = new List<(string, int, string?, string?)>();
            foreach (var channel in channels.DistinctBy(channel => channel.Name))
            {
                ways.Add(await TryAsync(channel, time, cancellationToken));
            }

            return ways;
        }
        finally
        {
            Close(channels);
        }
    }

    private static async Task<(string Name, int Taken, string? Failure, string? Remark)> TryAsync(
        IAlertChannel channel, TimeProvider time, CancellationToken cancellationToken)
    {
        (string Name, int Taken, string? Failure, string? Remark) way = (channel.Name, 0, null, null);
        foreach (var alert in TestAlerts.Create(channel.Name, time.GetUtcNow()))
        {
            var (failure, remark, _) = await AlertDelivery.TryAsync(channel, alert, AlertDelivery.DefaultAttempt, time, cancellationToken);
            if (failure is not null)
            {
                return way with { Failure = failure };
            }

            way = way with { Taken = way.Taken + 1, Remark = remark ?? way.Remark };
        }

        return way;
    }

    private static Core.Login Read(SecretReference secret)
    {
        try
        {
            return secret.Read(CancellationToken.None);
        }
        catch (UseCaseException ex)
        {
            throw new AlertNotDeliveredException(ex.Message, ex);
        }
    }
}
