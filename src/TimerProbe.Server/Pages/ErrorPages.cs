using System.Diagnostics;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using TimerProbe.Server.Access;

namespace TimerProbe.Server.Pages;

/// <summary>Shows people a page where programs get <c>application/problem+json</c>.</summary>
internal sealed class ErrorPages(IOptions<ProblemDetailsOptions> problems) : IProblemDetailsWriter
{
    public bool CanWrite(ProblemDetailsContext context) => BrowserRequests.Asks(context.HttpContext.Request);

    public ValueTask WriteAsync(ProblemDetailsContext context)
    {
        problems.Value.CustomizeProblemDetails?.Invoke(context);
        var status = context.ProblemDetails.Status ?? context.HttpContext.Response.StatusCode;
        var isBug = status == StatusCodes.Status500InternalServerError;
        var parameters = new Dictionary<string, object?>(StringComparer.Ordinal)
        {
            [nameof(ErrorPage.Status)] = status,
            [nameof(ErrorPage.Detail)] = isBug ? ReferenceOf(context.HttpContext) : context.ProblemDetails.Detail,
        };
        var page = new RazorComponentResult<ErrorPage>(parameters) { StatusCode = status };
        return new ValueTask(page.ExecuteAsync(context.HttpContext));
    }

    /// <summary>By this an error on a page is found in the log: the page itself says nothing of a bug.</summary>
    public static string ReferenceOf(HttpContext http) => Activity.Current?.TraceId.ToString() ?? http.TraceIdentifier;
}
