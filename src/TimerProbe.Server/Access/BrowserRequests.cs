namespace TimerProbe.Server.Access;

internal static class BrowserRequests
{
    /// <summary>Whether somebody is to look at the answer; what is below <c>/api</c> is for programs.</summary>
    public static bool Asks(HttpRequest request) =>
        !request.Path.StartsWithSegments("/api", StringComparison.OrdinalIgnoreCase)
        && request.GetTypedHeaders().Accept.Any(accepted => accepted.MediaType.Equals("text/html", StringComparison.OrdinalIgnoreCase));
}
