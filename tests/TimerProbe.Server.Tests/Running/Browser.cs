namespace TimerProbe.Server.Tests.Running;

/// <summary>Keeps cookies and sends forms.</summary>
internal sealed partial class Browser : IDisposable
{
    private readonly CookieContainer _cookies = new();
    private readonly HttpClient _client;

    public Browser() => _client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, CookieContainer = _cookies });

    public List<string> SetCookies { get; } = [];

    /// <summary>What a program that comes with the cookie is answered.</summary>
    public Task<HttpResponseMessage> GetAsync(ServerNode node, string path) =>
        _client.GetAsync(new Uri(node.Address, path), Cancel);

    /// <summary>What an address answers that somebody was led to, here or elsewhere; what it answers last, if all ways on are followed.</summary>
    public async Task<HttpResponseMessage> FollowAsync(Uri address, bool toTheEnd = true)
    {
        while (true)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address) { Headers = { { "Accept", "text/html" } } };
            var answer = await _client.SendAsync(request, Cancel);
            SetCookies.AddRange(answer.Headers.TryGetValues("Set-Cookie", out var set) ? set : []);
            if (!toTheEnd || answer.Headers.Location is not { } next)
            {
                return answer;
            }

            address = new Uri(address, next);
        }
    }

    /// <summary>What a person sees: the status of a page, and the page.</summary>
    public async Task<(HttpStatusCode Status, string Page)> SeeAsync(ServerNode node, string path)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(node.Address, path)) { Headers = { { "Accept", "text/html" } } };
        using var answer = await _client.SendAsync(request, Cancel);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancel));
    }

    public async Task<(HttpStatusCode Status, string? To)> SignInAsync(ServerNode node, string token, string to = "/")
    {
        var answer = await PostFormAsync(node, "/sign-in", new() { ["token"] = token, ["to"] = to });
        return (answer.StatusCode, answer.Headers.Location?.OriginalString);
    }

    /// <summary>Sends a form of the server, with what only its page holds.</summary>
    public async Task<HttpResponseMessage> PostFormAsync(ServerNode node, string path, Dictionary<string, string> fields)
    {
        var page = await (await GetAsync(node, "/sign-in")).Content.ReadAsStringAsync(Cancel);
        fields["__RequestVerificationToken"] = FormTokenOf(page);
        return await PostAsync(node, path, fields);
    }

    public async Task<HttpResponseMessage> PostAsync(ServerNode node, string path, Dictionary<string, string> fields)
    {
        using var content = new FormUrlEncodedContent(fields);
        var answer = await _client.PostAsync(new Uri(node.Address, path), content, Cancel);
        SetCookies.AddRange(answer.Headers.TryGetValues("Set-Cookie", out var set) ? set : []);
        return answer;
    }

    /// <summary>The token of the form on a page that leads to an address.</summary>
    public static string FormTokenOf(string page, string action = "")
    {
        var form = page.IndexOf($"action=\"{action}", StringComparison.Ordinal);
        return FormToken().Match(page, Math.Max(form, 0)).Groups["token"].Value;
    }

    public void Dispose() => _client.Dispose();

    [GeneratedRegex("name=\"__RequestVerificationToken\" value=\"(?<token>[^\"]+)\"", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex FormToken();
}
