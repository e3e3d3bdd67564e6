namespace TimerProbe.Server.Access;

/// <summary>What every answer tells a browser: nothing from elsewhere, nothing inline, in no frame, nothing kept.</summary>
internal static class SafeHeaders
{
    private const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    public static void Use(IApplicationBuilder app) => app.Use((context, next) =>
    {
        context.Response.OnStarting(Add, context);
        return next(context);
    });

    private static Task Add(object state)
    {
        var context = (HttpContext)state;
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = ContentSecurityPolicy;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        if (headers.CacheControl.Count == 0)
        {
            headers.CacheControl = "no-store";
        }

        if (context.Request.IsHttps && !string.Equals(context.Request.Host.Host, "localhost", StringComparison.OrdinalIgnoreCase))
        {
            headers.StrictTransportSecurity = "max-age=31536000";
        }

        return Task.CompletedTask;
    }
}
