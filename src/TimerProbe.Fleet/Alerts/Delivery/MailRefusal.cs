using System.Globalization;
using System.Net.Mail;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Why a mail was not taken. Where a login took part the server's text is left out: it may repeat what it was told.</summary>
internal static class MailRefusal
{
    public static string Of(Exception error, MailLogin? login) => error switch
    {
        SmtpFailedRecipientsException { InnerExceptions: [var first, ..] } => Answer("every receiver", first, login),
        SmtpFailedRecipientException receiver => Answer("the receiver", receiver, login),
        SmtpException { StatusCode: not SmtpStatusCode.GeneralFailure } mail => Answer("the mail", mail, login),
        SmtpException { InnerException: SmtpException inner } => Of(inner, login),
        { InnerException: not null } => ReceiverCertificates.Why(error),
        SmtpException when login is { IsTaken: true } => $"after the login of {login.User} the server gave an answer that is not valid SMTP",
        _ => error.Message.TrimEnd('.'),
    };

    private static string Answer(string what, SmtpException answer, MailLogin? login)
    {
        var code = ((int)answer.StatusCode).ToString(CultureInfo.InvariantCulture);
        return login switch
        {
            null => $"the server refused {what}: {code} {answer.Message.TrimEnd('.')}",
            { IsTaken: false } => $"the server refused {what} ({code}) and does not offer LOGIN, the only login method supported: use a relay, such as one on this machine, or use command",
            _ when code is "530" or "535" => $"the server refused the login of {login.User} ({code}): check user and password",
            _ when code[0] == '5' => $"the server refused {what} ({code}), possibly because it refused the login of {login.User}: it does not say",
            _ => $"the server refused {what} ({code})",
        };
    }
}
