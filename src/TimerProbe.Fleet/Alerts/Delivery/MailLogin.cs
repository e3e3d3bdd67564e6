using System.Net;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>
/// Gives a login to SmtpClient for AUTH LOGIN, and remembers that it was taken. SmtpClient goes on without a login where the server offers no way
/// that it speaks, and where the server refused: neither shows in what it throws.
/// </summary>
internal sealed class MailLogin(NetworkCredential credential) : ICredentialsByHost
{
    private volatile bool _isTaken;

    public string User => credential.UserName;

    /// <summary>Whether the server offers AUTH LOGIN and so was told user and password.</summary>
    public bool IsTaken => _isTaken;

    public NetworkCredential? GetCredential(string host, int port, string authenticationType)
    {
        if (!authenticationType.Equals("login", StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        _isTaken = true;
        return credential;
    }
}
