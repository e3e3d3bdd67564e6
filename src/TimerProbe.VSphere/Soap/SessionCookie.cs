using System.Net.Http.Headers;

namespace TimerProbe.VSphere.Soap;

internal static class SessionCookie
{
    private const string Name = "vmware_soap_session";

    /// <summary>Name and value as they go back to the server, quotes and all; null when the answer sets no session.</summary>
    public static string? In(HttpResponseHeaders headers) =>
        headers.TryGetValues("Set-Cookie", out var cookies)
            ? cookies.Select(cookie => cookie.Split(';', 2)[0].Trim())
                .LastOrDefault(cookie => cookie.StartsWith(Name + "=", StringComparison.Ordinal))
            : null;

    public static string ValueOf(string cookie) => cookie[(Name.Length + 1)..].Trim('"');
}
