using Microsoft.AspNetCore.Http.HttpResults;
using TimerProbe.Server.Access;

namespace TimerProbe.Server.Pages;

/// <summary>Shows people a page where programs are told <c>application/problem+json</c>.</summary>
internal sealed class ErrorPages : IProblemDetailsWriter
{
    /// <inheritdoc/>
    public bool CanWrite(ProblemDetailsContext context) => Person.Asks(context.HttpContext.Request);

    /// <inheritdoc/>
    public ValueTask WriteAsync(ProblemDetailsContext context)
    {
        var status = context.ProblemDetails.Status ?? context.HttpContext.Response.StatusCode;
        var page = new RazorComponentResult<ErrorPage>(new Dictionary<string, object?>(StringComparer.Ordinal)
        {
            [nameof(ErrorPage.Status)] = status,
            [nameof(ErrorPage.Detail)] = status < StatusCodes.Status500InternalServerError ? context.ProblemDetails.Detail : null,
        })
        { StatusCode = status };
        return new ValueTask(page.ExecuteAsync(context.HttpContext));
    }
}
