using System.Globalization;
using System.Net;
using System.Text;

namespace TimerProbe.Fleet.Alerts.Delivery.Smtp;

/// <summary>Logs in by PLAIN (RFC 4616), else by LOGIN. Only ever called once TLS protects the password.</summary>
internal static class SmtpLogin
{
    private const int LoggedIn = 235;
    private const int GoOn = 334;

    /// <param name="server">The connection.</param>
    /// <param name="ways">What the server offers.</param>
    /// <param name="login">Who logs in.</param>
    /// <param name="cancel">Ends the attempt.</param>
    /// <exception cref="AlertNotDeliveredException">The server refused, or offers neither way.</exception>
    public static async Task RunAsync(SmtpConnection server, IReadOnlyList<string>? ways, NetworkCredential login, CancellationToken cancel)
    {
        var reply = Offers(ways, "PLAIN") ? await server.SayAsync("AUTH PLAIN " + Encoded($"\0{login.UserName}\0{login.Password}"), cancel)
            : Offers(ways, "LOGIN") ? await LoginAsync(server, login, cancel)
            : throw new AlertNotDeliveredException($"the server logs nobody in by PLAIN or LOGIN{(ways is null ? "" : $", but by {string.Join(", ", ways)}")}");
        if (reply.Code != LoggedIn)
        {
            throw new AlertNotDeliveredException($"the server refused the login of {login.UserName}: {Told(reply)}");
        }
    }

    private static async Task<SmtpReply> LoginAsync(SmtpConnection server, NetworkCredential login, CancellationToken cancel)
    {
        var reply = await server.SayAsync("AUTH LOGIN", cancel);
        reply = reply.Code == GoOn ? await server.SayAsync(Encoded(login.UserName), cancel) : reply;
        return reply.Code == GoOn ? await server.SayAsync(Encoded(login.Password), cancel) : reply;
    }

    private static bool Offers(IReadOnlyList<string>? ways, string way) => ways?.Contains(way, StringComparer.OrdinalIgnoreCase) == true;

    private static string Encoded(string text) => Convert.ToBase64String(Encoding.UTF8.GetBytes(text));

    /// <summary>The codes alone (RFC 3463): a server may repeat in its text what it was told.</summary>
    private static string Told(SmtpReply reply)
    {
        var detail = reply.Lines[0].Split(' ')[0];
        return reply.Code.ToString(CultureInfo.InvariantCulture) + (detail.Length > 0 && detail.All(letter => char.IsAsciiDigit(letter) || letter == '.') && detail.Length < 10 ? " " + detail : "");
    }
}
