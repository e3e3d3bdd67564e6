using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.Options;
using JsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace TimerProbe.Server.Api;

/// <summary>Tells problems below <c>/api</c> as <c>application/problem+json</c> to whoever asks for something else: ASP.NET Core itself would write plain text.</summary>
internal sealed class ApiProblems(IOptions<ProblemDetailsOptions> problems, IOptions<JsonOptions> json) : IProblemDetailsWriter
{
    /// <inheritdoc/>
    public bool CanWrite(ProblemDetailsContext context) => context.HttpContext.Request.Path.StartsWithSegments("/api", StringComparison.OrdinalIgnoreCase);

    /// <inheritdoc/>
    public ValueTask WriteAsync(ProblemDetailsContext context)
    {
        context.ProblemDetails.Status ??= context.HttpContext.Response.StatusCode;
        // The result puts the title and the type of the status in.
        context.ProblemDetails = TypedResults.Problem(context.ProblemDetails).ProblemDetails;
        problems.Value.CustomizeProblemDetails?.Invoke(context);
        var type = json.Value.SerializerOptions.GetTypeInfo(typeof(ProblemDetails));
        return new ValueTask(context.HttpContext.Response.WriteAsJsonAsync(context.ProblemDetails, type, "application/problem+json", context.HttpContext.RequestAborted));
    }
}
