using Microsoft.AspNetCore.Antiforgery;

namespace TimerProbe.Server.Access;

/// <summary>
/// Refuses what changes something and was sent by a browser that is let in by itself, by its cookie or its proxy, unless it comes from one of the
/// server's own forms. A request with a token in a header needs no form: no other site can make a browser send that. Nor does a machine with its
/// certificate: it may only hand in documents, of a type that no form of another site sends.
/// </summary>
internal sealed class FormGuard(RequestDelegate next, IAntiforgery antiforgery)
{
    /// <summary>Looks at a request.</summary>
    public async Task InvokeAsync(HttpContext context)
    {
        if (context.User.Identity is { IsAuthenticated: true, AuthenticationType: not (TokenAuthentication.Name or CertificateAuthentication.Name) } && !await antiforgery.IsRequestValidAsync(context))
        {
            await Results.Problem("This did not come from a form of this server. Load the page again, and repeat what you did.", statusCode: StatusCodes.Status400BadRequest).ExecuteAsync(context);
            return;
        }

        await next(context);
    }
}
