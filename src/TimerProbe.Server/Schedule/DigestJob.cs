using System.Globalization;
using Quartz;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server.Schedule;

/// <summary>Makes the report by mail. The scheduler chooses the node, and the store keeps one report of each time it was due.</summary>
[DisallowConcurrentExecution]
internal sealed class DigestJob(ServerContext context, IDigest digest) : IJob
{
    public async ValueTask Execute(IJobExecutionContext firing, CancellationToken cancel = default)
    {
        try
        {
            await digest.MakeAsync(DueAt(firing), cancel);
        }
        catch (StoreException refused)
        {
            context.Log.Say(
                LogLevel.Warning,
                "report",
                $"the report that is mailed is left out this time: {refused.Message} What changed stands in the next");
        }
    }

    /// <summary>A job recovered from a killed node is due when that one's was.</summary>
    private static DateTimeOffset DueAt(IJobExecutionContext firing) =>
        firing.Recovering
            && long.TryParse(
                firing.MergedJobDataMap.GetString(SchedulerConstants.FailedJobOriginalTriggerScheduledFireTime),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var at)
            ? DateTimeOffset.FromUnixTimeMilliseconds(at)
            : firing.ScheduledFireTimeUtc ?? firing.FireTimeUtc;
}

internal interface IDigest
{
    /// <summary>Makes the report that was due at a time, unless there is one already or nothing to tell.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    Task MakeAsync(DateTimeOffset dueAt, CancellationToken cancel);
}
