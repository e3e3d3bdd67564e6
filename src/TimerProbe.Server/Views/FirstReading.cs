namespace TimerProbe.Server.Views;

/// <summary>Whoever asks a node that has just started waits until it has read the fleet: before that it would say that there is none.</summary>
internal static class FirstReading
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(15);

    /// <summary>Leaves a request to its route once the fleet was read, and answers 503 when that takes too long.</summary>
    public static async ValueTask<object?> WaitAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var http = context.HttpContext;
        var (latest, time) = (http.RequestServices.GetRequiredService<LatestFleet>(), http.RequestServices.GetRequiredService<TimeProvider>());
        try
        {
            await latest.WaitAsync(FleetView.Empty.Version, http.RequestAborted).WaitAsync(LongestWait, time, http.RequestAborted);
        }
        catch (TimeoutException)
        {
            return Results.StatusCode(StatusCodes.Status503ServiceUnavailable);
        }

        return await next(context);
    }
}
