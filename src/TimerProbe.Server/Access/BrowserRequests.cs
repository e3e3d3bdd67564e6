using System.Security.Principal;

namespace TimerProbe.Server.Access;

internal static class BrowserRequests
{
    private const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    public static bool Asks(HttpRequest request) =>
        !request.Path.StartsWithSegments("/api", StringComparison.OrdinalIgnoreCase)
        && request.GetTypedHeaders().Accept.Any(accepted => accepted.MediaType.Equals("text/html", StringComparison.OrdinalIgnoreCase));

    public static void UseSafeHeaders(IApplicationBuilder app) => app.Use((context, next) =>
    {
        context.Response.OnStarting(AddHeaders, context);
        return next(context);
    });

    /// <summary>
    /// Refuses a change that was sent by a browser which is let in by itself, by its cookie, unless it comes from one of the
    /// server's own forms. A request with a token in a header needs no form: no other site can make a browser send that. A route
    /// that is marked as that of a form wants one from everybody.
    /// </summary>
    public static void UseFormGuard(IApplicationBuilder app)
    {
        var antiforgery = app.ApplicationServices.GetRequiredService<IAntiforgery>();
        app.Use(async (context, next) =>
        {
            if (await IsAllowedAsync(context, antiforgery))
            {
                await next(context);
                return;
            }

            await Results.Problem(
                "This did not come from a form of this server. Load the page again, and repeat what you did.",
                statusCode: StatusCodes.Status400BadRequest).ExecuteAsync(context);
        });
    }

    private static async Task<bool> IsAllowedAsync(HttpContext context, IAntiforgery antiforgery) =>
        context.Features.Get<IAntiforgeryValidationFeature>() is { } looked
            ? looked.IsValid
            : !IsAuthenticatedByMiddleware(context.User.Identity) || await antiforgery.IsRequestValidAsync(context);

    private static bool IsAuthenticatedByMiddleware(IIdentity? who) =>
        who is { IsAuthenticated: true, AuthenticationType: not TokenAuthentication.Name };

    private static Task AddHeaders(object state)
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
