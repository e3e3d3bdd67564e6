using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>What shows a receiver that a request is of one who knows the key, and of when: HMAC-SHA-256 over time, a full stop and body.</summary>
public static class WebhookSignature
{
    /// <summary>The value of <c>X-TimerProbe-Signature</c>.</summary>
    /// <param name="key">The key; its UTF-8 is used.</param>
    /// <param name="timestamp">The value of <c>X-TimerProbe-Timestamp</c>: seconds since 1970-01-01 UTC.</param>
    /// <param name="body">The request's body.</param>
    public static string Of(string key, long timestamp, string body) => "sha256=" + Convert.ToHexStringLower(HMACSHA256.HashData(
        Encoding.UTF8.GetBytes(key), Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{timestamp}.{body}"))));
}
