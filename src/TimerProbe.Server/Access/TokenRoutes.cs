using System.Security.Claims;
using TimerProbe.Application;

namespace TimerProbe.Server.Access;

/// <summary>Where a token is made worthless without the command line.</summary>
internal static class TokenRoutes
{
    public static void Map(IEndpointRouteBuilder routes) => routes.MapDelete("/api/v1/tokens/{id}", RevokeAsync).RequireScope(Scope.Admin)
        .WithSummary("Revoke a token").Produces(StatusCodes.Status204NoContent).ProducesProblem(StatusCodes.Status404NotFound);

    private static async Task<IResult> RevokeAsync(string id, HttpContext context, IssuedTokens issued, KnownTokens known)
    {
        try
        {
            await issued.RevokeAsync(
                id, context.User.FindFirstValue(ClaimTypes.Name)!, AuditTrail.AddressOf(context), context.RequestAborted);
        }
        catch (UseCaseException missing)
        {
            return Results.Problem(missing.Message, statusCode: StatusCodes.Status404NotFound);
        }

        known.Forget(AccessToken.Parse(id)?.Id ?? id);
        return Results.NoContent();
    }
}
