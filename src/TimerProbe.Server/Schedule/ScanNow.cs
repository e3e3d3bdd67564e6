using Quartz;
using TimerProbe.Server.Access;
using TimerProbe.Server.Intake;

namespace TimerProbe.Server.Schedule;

/// <summary>Begins scans out of their turn, one at a time of each vCenter, and notes in the audit trail who did.</summary>
internal sealed class ScanNow(ServerContext context, ScanSchedule schedule, AuditTrail audit)
{
    /// <returns>What answers where none begins; null where one does.</returns>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    public async Task<IResult?> BeginAsync(string vcenter, HttpContext http)
    {
        if (context.Configuration.VCenters.All(each => each.Server.ToString() != vcenter))
        {
            return Results.Problem("This server scans no vCenter of this name.", statusCode: StatusCodes.Status404NotFound);
        }

        try
        {
            // It cannot be cancelled: what is begun stands in the trail.
            if (!await schedule.BeginAsync(vcenter, CancellationToken.None))
            {
                return Results.Problem($"A scan of {vcenter} runs already.", statusCode: StatusCodes.Status409Conflict);
            }
        }
        catch (SchedulerException)
        {
            return Results.Problem(DocumentEndpoint.StoreIsAway, statusCode: StatusCodes.Status503ServiceUnavailable);
        }

        await audit.RecordAsync(
            http.User.Identity?.Name ?? "nobody", AuditTrail.AddressOf(http), AuditTrail.ScanBegun, vcenter, detail: null);
        return null;
    }
}
