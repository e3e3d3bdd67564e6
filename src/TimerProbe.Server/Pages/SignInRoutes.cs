using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace TimerProbe.Server.Pages;

internal static class SignInRoutes
{
    public const string SignOut = "/sign-out";

    private static readonly RequestSizeLimitAttribute FormLimit = new(16 * 1024);

    public static void Map(IEndpointRouteBuilder routes)
    {
        routes.MapGet(SessionEvents.SignIn, IResult (string? to) => Page(to, problem: null, StatusCodes.Status200OK)).AllowAnonymous();
        routes.MapPost(SessionEvents.SignIn, SignInAsync).AllowAnonymous().WithMetadata(FormLimit);
        OpenIdSignIn.Map(routes);
        routes.MapPost(SignOut, SignOutAsync).RequireAuthorization(AccessRules.SignedIn).WithMetadata(FormLimit);
    }

    private static async Task<IResult> SignInAsync(HttpContext context, IAntiforgery antiforgery, KnownTokens tokens, AuditTrail audit)
    {
        if (!await antiforgery.IsRequestValidAsync(context))
        {
            // Not counted: a page of any site can make its visitors' browsers send such forms.
            return Page(
                context.Request.Query["to"],
                "This page was open for too long, or your browser keeps no cookies. Try again.",
                StatusCodes.Status400BadRequest);
        }

        var form = await context.Request.ReadFormAsync(context.RequestAborted);
        var (text, to) = (form["token"].ToString().Trim(), form["to"].ToString());
        var answer = await tokens.LookAtAsync(text, context.Connection.RemoteIpAddress, context.RequestAborted);
        if (answer.Wait is { } wait)
        {
            return TooMany(context, to, wait);
        }

        if (answer.Token is not { } token)
        {
            await audit.RecordAsync(
                "nobody", AuditTrail.GetAddress(context), AuditTrail.SignInRefused, AccessToken.Parse(text)?.Id, detail: null);
            return Page(to, "This token is not known here, has expired or was revoked.", StatusCodes.Status401Unauthorized);
        }

        await SessionEvents.SignInAsync(context, text);
        await audit.RecordAsync(token.Name, AuditTrail.GetAddress(context), AuditTrail.SignedIn, token.Id, detail: null);
        return Results.LocalRedirect(GetLocalTarget(to));
    }

    private static async Task<IResult> SignOutAsync(HttpContext context, SessionEvents sessions, AuditTrail audit)
    {
        await context.SignOutAsync(SessionEvents.Name);
        var token = context.User.FindFirst(TokenAuthentication.TokenClaim)?.Value;
        if (token is not null)
        {
            await sessions.EndAsync(token);
        }

        await audit.RecordAsync(context, AuditTrail.SignedOut, token);
        return Results.LocalRedirect(SessionEvents.SignIn);
    }

    public static RazorComponentResult<SignInPage> TooMany(HttpContext context, string? to, TimeSpan wait)
    {
        var seconds = TokenAuthentication.RetryAfter(wait);
        context.Response.Headers.RetryAfter = seconds;
        return Page(
            to,
            $"Too many wrong tokens came from your address. Try again in {seconds} seconds.",
            StatusCodes.Status429TooManyRequests);
    }

    public static RazorComponentResult<SignInPage> Page(string? to, string? problem, int status)
    {
        var parameters = new Dictionary<string, object?>()
        {
            [nameof(SignInPage.To)] = GetLocalTarget(to),
            [nameof(SignInPage.Problem)] = problem
        };
        return new(parameters) { StatusCode = status };
    }

    public static string GetLocalTarget(string? to) =>
        RedirectHttpResult.IsLocalUrl(to)
            ? string.Concat(to!.EnumerateRunes().Select(rune => rune.IsAscii ? rune.ToString() : Uri.EscapeDataString(rune.ToString())))
            : "/";
}
