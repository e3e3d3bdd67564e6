namespace TimerProbe.Server.Views;

/// <summary>
/// Whoever asks a node that has just started for the fleet waits until it has read it: before that it would say that there is none.
/// </summary>
internal static class FirstReading
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(15);

    /// <summary>
    /// Leaves a request to its route once the fleet was read, and answers 503 when that takes too long or the node ends before.
    /// </summary>
    public static async ValueTask<object?> WaitAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var (http, services) = (context.HttpContext, context.HttpContext.RequestServices);
        using var late = new CancellationTokenSource(LongestWait, services.GetRequiredService<TimeProvider>());
        using var end = CancellationTokenSource.CreateLinkedTokenSource(
            http.RequestAborted, services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping, late.Token);
        try
        {
            await services.GetRequiredService<LatestFleet>().WaitAsync(FleetView.Empty.Version, end.Token);
        }
        catch (OperationCanceledException) when (!http.RequestAborted.IsCancellationRequested)
        {
            return Results.Problem("This node has not read the fleet yet.", statusCode: StatusCodes.Status503ServiceUnavailable);
        }

        return await next(context);
    }
}
