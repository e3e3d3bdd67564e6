using TimerProbe.Fleet.Alerts;
using TimerProbe.Fleet.Alerts.Delivery;

namespace TimerProbe.Application.Alerting;

/// <summary>Tries whether alerts arrive: one of each kind on each way of a configuration, marked as a test. No store takes part.</summary>
public static class AlertTest
{
    /// <summary>Sends them, one way after the other; one that fails gets no more.</summary>
    /// <param name="settings">Who is told.</param>
    /// <param name="secretVariables">Environment variables that hold the secrets of the configuration.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancel">Ends the sending.</param>
    /// <returns>What each way took; empty where none is configured.</returns>
    public static async Task<IReadOnlyList<ChannelTestResult>> RunAsync(
        AlertSettings settings, IReadOnlyList<string> secretVariables, TimeProvider time, CancellationToken cancel)
    {
        var channels = AlertChannels.Create(settings, secretVariables, time);
        try
        {
            var ways = new List<ChannelTestResult>();
            foreach (var channel in channels.DistinctBy(channel => channel.Name, StringComparer.Ordinal))
            {
                ways.Add(await TryAsync(channel, time, cancel));
            }

            return ways;
        }
        finally
        {
            foreach (var channel in channels.OfType<IDisposable>())
            {
                channel.Dispose();
            }
        }
    }

    private static async Task<ChannelTestResult> TryAsync(IAlertChannel channel, TimeProvider time, CancellationToken cancel)
    {
        var alerts = TestAlerts.Create(channel.Name, time.GetUtcNow());
        var way = new ChannelTestResult(channel.Name, alerts.Count);
        foreach (var alert in alerts)
        {
            var attempt = await DeliveryAttempt.MakeAsync(channel, alert, new DeliveryRules().AttemptLimit, time, cancel);
            way = attempt.Failure is null
                ? way with { Taken = way.Taken + 1, Remark = attempt.Remark ?? way.Remark }
                : way with { Failure = attempt.Failure };
            if (way.Failure is not null)
            {
                break;
            }
        }

        return way;
    }
}

/// <summary>What a way for alerts took.</summary>
/// <param name="Name">Its name, without secrets.</param>
/// <param name="Kinds">How many there are to send.</param>
public sealed record ChannelTestResult(string Name, int Kinds)
{
    /// <summary>How many it took.</summary>
    public int Taken { get; init; }

    /// <summary>Why it did not take the next; null when it took all.</summary>
    public string? Failure { get; init; }

    /// <summary>What is to be complained of all the same; null when nothing is.</summary>
    public string? Remark { get; init; }
}
